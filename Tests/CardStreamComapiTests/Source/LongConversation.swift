import Basics
import Cards
import ComapiSupport
import CurlTransport
import Foundation

@testable import CardStreamComapi

/// The messages of one conversation. There may be very many, so they are generated when a page is requested. The
/// emulator provides the rest of the service. Records the requests.
final class LongConversation: Sendable {
    private struct State {
        /// The requests with their methods and paths.
        var seen: [String] = []
        /// Statuses set by Ana, which follow the messages as events.
        var statuses: [(message: Int, status: String)] = []
    }

    static let path = "/conversations/release/messages"
    let count: Int
    private let base: ComapiNetwork
    private let state = Lock(State())

    /// - Parameter count: The number of messages from Ben. Their events start at 0.
    init(_ count: Int, in space: EmulatedSpace) {
        self.count = count
        base = space.network
    }

    /// The requests since the last call.
    func drainRequests() -> [String] {
        state.withLock { state in
            defer { state.seen = [] }
            return state.seen
        }
    }

    /// The number of messages to which Ana has given a status.
    func count(_ status: String) -> Int { state.withLock { $0.statuses.count { $0.status == status } } }

    var network: ComapiNetwork {
        ComapiNetwork(
            send: { [self] request throws(TransportError) in
                let target = request.url.split(separator: "/apispaces/shop").last.map(String.init) ?? ""
                let parts = target.split(separator: "?", maxSplits: 1)
                let path = String(parts[0])
                state.withLock { $0.seen.append("\(request.method) \(path)") }
                switch (request.method, path) {
                case ("GET", Self.path): return answer(page(parts.count > 1 ? String(parts[1]) : ""))
                case ("POST", "\(Self.path)/statusupdates"):
                    note((try? JSONValue(parsing: request.body ?? [])) ?? [])
                    return answer("OK")
                default: return try await base.send(request)
                }
            }, openSocket: base.openSocket)
    }

    private func answer(_ json: JSONValue) -> HTTPResponse {
        HTTPResponse(status: 200, headers: [], body: Array(json.text().utf8))
    }

    private func note(_ updates: JSONValue) {
        for update in (updates.array ?? []).compactMap(\.object) {
            let status = update["status"]?.string ?? ""
            for id in (update["messageIds"]?.array ?? []).compactMap({ $0.string.flatMap(Int.init) }) {
                state.withLock { $0.statuses.append((id, status)) }
            }
        }
    }

    private func page(_ query: String) -> JSONValue {
        var values: [Substring: Int] = [:]
        for term in query.split(separator: "&") {
            let pair = term.split(separator: "=")
            values[pair[0]] = pair.last.flatMap { Int($0) }
        }
        let statuses = state.withLock { $0.statuses }
        let end = min(values["from"] ?? .max, count + statuses.count - 1)
        let start = max(0, end + 1 - (values["limit"] ?? 100))
        let here = start..<min(end + 1, count)
        var orphans: [JSONValue] = []
        for event in max(start, count)..<max(end + 1, count) {
            let (message, status) = statuses[event - count]
            orphans.append([
                "id": .number(JSONNumber(event)),
                "data": [
                    "name": .string(status), "profileId": "ana",
                    "payload": ["messageId": .string("\(message)"), "profileId": "ana"],
                ],
            ])
        }
        return [
            "latestEventId": .number(JSONNumber(end)), "earliestEventId": .number(JSONNumber(start)),
            "messages": .array(here.map { Self.message($0) }), "orphanedEvents": .array(orphans),
        ]
    }

    private static func message(_ number: Int) -> JSONValue {
        [
            "id": .string("\(number)"), "sentEventId": .number(JSONNumber(number)), "metadata": [:],
            "context": [
                "from": ["id": "ben"], "conversationId": "release", "sentBy": "ben",
                "sentOn": .string(Date(timeIntervalSince1970: 1_700_000_000 + Double(number)).rfc3339),
            ],
            "parts": [["type": "text/plain", "data": .string("Message \(number)")]], "statusUpdates": [:],
        ]
    }
}
