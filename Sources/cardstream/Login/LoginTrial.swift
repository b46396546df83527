internal import AppRuntime
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedTransport

import struct Foundation.Date

/// Tries a server before anything is written: whether it is one, what a code gives, and what the credentials open.
struct LoginTrial: Sendable {
    private let server: String
    private let driver: CurlDriver

    init(server: String, _ setup: Setup) {
        self.server = server
        driver = CurlDriver(
            CurlConfiguration(authorityFile: setup.config.caFile, policy: setup.config.requestPolicy))
    }

    /// A clock that differs by more seconds from the server's is reported: tokens would seem expired or not valid yet.
    static let toleratedSkew = 60.0

    /// Checks that a cardstream server answers.
    ///
    /// - Returns: The server's time minus ours, in seconds; nil if it does not say.
    func health() async throws(CommandFailure) -> Double? {
        let response: HTTPResponse
        do throws(FeedError) {
            response = try await client(environment: "", key: "").health()
        } catch { throw failure(error) }
        // An answer that is not JSON comes from another program.
        guard let json = try? JSONParser.parse(response.body), json["protocol"]?.int != nil else {
            throw CommandFailure(.network, "\(server) responds, but is not a cardstream server; check the address")
        }
        return Self.skew(of: json)
    }

    /// The server's time minus ours, in seconds.
    static func skew(of health: JSONValue, now: Date = Date()) -> Double? {
        (health["serverTime"]?.string).flatMap { FeedTime.parse($0.utf8) }.map { $0.timeIntervalSince(now) }
    }

    /// A warning about clocks; nil if they agree well enough.
    static func warning(ofSkew skew: Double?) -> String? {
        guard let skew, abs(skew) > toleratedSkew else { return nil }
        let size = abs(skew) < 7200 ? "\(Int(abs(skew) / 60)) minutes" : "\(Int(abs(skew) / 3600)) hours"
        return
            "this machine's clock is \(size) \(skew > 0 ? "behind" : "ahead of") the server's: tokens may seem expired "
            + "or not valid yet; set the clock, for example with: timedatectl set-ntp true"
    }

    /// - Parameter user: The only user whose invitation may be used up; nil for any.
    func exchange(_ code: InvitationCode, for user: UserID?) async throws(FeedError) -> InvitationGrant {
        try await client(environment: "", key: "").exchange(InvitationExchange(code: code, user: user))
    }

    /// What is wrong with an exchange.
    func exchangeFailure(_ error: FeedError) -> CommandFailure {
        if case .server(let problem, _) = error, problem.type == .notFound {
            return CommandFailure(.network, "\(server) does not support invitations; update cardstream on the server")
        }
        return failure(error)
    }

    /// What the credentials open.
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

    /// The address is an argument here rather than a setting.
    private func failure(_ error: FeedError) -> CommandFailure {
        switch error {
        case .hostNotFound(let host): CommandFailure(.network, "the host \(host) cannot be found; check the address")
        case .notFeed(let text): CommandFailure(.network, text.continued("check the address"))
        default: CommandFailure(error)
        }
    }
}
