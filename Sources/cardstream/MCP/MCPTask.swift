internal import Cards
internal import FeedAPI

import struct Foundation.Date

/// Represents a question as a task of the extension `io.modelcontextprotocol/tasks`. The task's id is the id of the
/// ask, so that the task outlives this process, and later processes can find it.
enum MCPTask {
    static let `extension` = "io.modelcontextprotocol/tasks"

    /// How long a server keeps an ask after its deadline, in seconds.
    private static let kept = 30.0 * 86_400
    /// The polling interval for clients in milliseconds.
    private static let pollInterval: JSONValue = 2000

    /// Whether the capabilities of a client have the extension.
    static func isSupported(by capabilities: JSONValue?) -> Bool { capabilities?["extensions"]?[`extension`] != nil }

    /// The state of a task, with the result of one that is complete.
    ///
    /// - Parameter isStateless: Whether the client uses the protocol without a handshake, in which results have a type.
    static func state(of ask: Ask, isStateless: Bool) -> JSONObject {
        let status: String
        var result: JSONValue?
        switch ask.settlement {
        case nil: status = "working"
        case let settlement? where settlement.outcome == .cancel && settlement.reason == .withdrawn:
            status = "cancelled"
        case let settlement?:
            status = "completed"
            let answer = MCPQuestion.answer(settlement)
            result = isStateless ? MCPServer.typed(answer) : answer
        }
        let updated = ask.settlement?.at ?? ask.votes.last?.receivedAt ?? ask.createdAt
        let life = (ask.deadline.timeIntervalSince(ask.createdAt) + kept) * 1000
        var state: JSONObject = [
            "taskId": .string(ask.id.rawValue), "status": .string(status),
            "createdAt": .string(FeedTime.text(ask.createdAt)), "lastUpdatedAt": .string(FeedTime.text(updated)),
            "ttlMs": .number(JSONNumber(Int(life))), "pollIntervalMs": pollInterval,
        ]
        if status == "working" { state["statusMessage"] = .string(MCPServer.waiting(for: ask)) }
        if let result { state["result"] = result }
        return state
    }
}
