internal import AppRuntime
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedTransport

import struct Foundation.Date

/// Tries a server before anything is written: checks that it is a cardstream server, exchanges the code, and tests the
/// credentials.
struct LoginProbe: Sendable {
    private let server: String
    private let driver: CurlDriver

    init(server: String, _ setup: Setup) {
        self.server = server
        driver = CurlDriver(
            CurlConfiguration(authorityFile: setup.config.caFile, policy: setup.config.requestPolicy))
    }

    /// The maximum clock difference to the server in seconds. A larger one is reported, because tokens could seem
    /// expired or not valid yet.
    static let toleratedSkew = 60.0

    /// Checks that a cardstream server responds.
    ///
    /// - Returns: The server's time minus this machine's time, in seconds; nil if the server does not report its time.
    func health() async throws(CommandFailure) -> Double? {
        let response: HTTPResponse
        do throws(FeedError) {
            response = try await client(environment: "", key: "").health()
        } catch { throw failure(error) }
        // A response that is not JSON comes from a different program.
        guard let json = try? JSONParser.parse(response.body), json["protocol"]?.int != nil else {
            throw CommandFailure(.network, "\(server) responds, but is not a cardstream server; check the address")
        }
        return Self.skew(of: json)
    }

    /// The server's time minus this machine's time, in seconds; nil if the response has no time.
    static func skew(of health: JSONValue, now: Date = Date()) -> Double? {
        (health["serverTime"]?.string).flatMap { FeedTime.parse($0.utf8) }.map { $0.timeIntervalSince(now) }
    }

    /// A warning about the clocks; nil if the difference is tolerated or not known.
    static func warning(ofSkew skew: Double?) -> String? {
        guard let skew, abs(skew) > toleratedSkew else { return nil }
        let minutes = Int((abs(skew) / 60).rounded())
        let size = minutes < 2 ? "1 minute" : minutes < 120 ? "\(minutes) minutes" : "\(minutes / 60) hours"
        return
            "this machine's clock is \(size) \(skew > 0 ? "behind" : "ahead of") the server's: tokens may seem expired "
            + "or not valid yet; set the clock, for example with: timedatectl set-ntp true"
    }

    /// - Parameter user: The only user whose invitation may be used up; nil for any user.
    func exchange(_ code: InvitationCode, for user: UserID?) async throws(FeedError) -> InvitationGrant {
        try await client(environment: "", key: "").exchange(InvitationExchange(code: code, user: user))
    }

    /// The error for a failed exchange.
    func exchangeFailure(_ error: FeedError) -> CommandFailure {
        if case .server(let problem, _) = error, problem.type == .notFound {
            return CommandFailure(.network, "\(server) does not support invitations; update cardstream on the server")
        }
        return failure(error)
    }

    /// Requests the user's card counts with the credentials, which confirms that they are valid.
    func metrics(environment: String, key: String, token: String) async throws(CommandFailure) -> UserMetrics {
        do throws(FeedError) {
            let response = try await client(environment: environment, key: key, token: token).call(.metrics)
            do throws(Problem) { return try FeedCoder.decodeMetrics(response.body) } catch {
                throw FeedError.malformed(error.detail ?? error.title)
            }
        } catch { throw failure(error) }
    }

    private func client(environment: String, key: String, token: String? = nil) -> FeedHTTPClient {
        FeedHTTPClient(
            driver: driver, endpoint: FeedEndpoint(baseURL: server, environmentID: environment, apiKey: key)
        ) { () throws(FeedError) in token }
    }

    /// Converts an error. Messages refer to the address, because it is an argument and not a setting.
    private func failure(_ error: FeedError) -> CommandFailure {
        switch error {
        case .hostNotFound(let host): CommandFailure(.network, "the host \(host) cannot be found; check the address")
        case .notFeed(let text): CommandFailure(.network, text.continued("check the address"))
        default: CommandFailure(error)
        }
    }
}
