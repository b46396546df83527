internal import Cards
internal import FeedAPI

/// A server for the Model Context Protocol as a state machine: it takes events and returns effects to perform. It
/// supports the protocol versions with a handshake (2025-06-18 and 2025-11-25) and the version without (2026-07-28).
/// Each request decides which one applies.
struct MCPServer {
    /// An effect to perform.
    enum Effect: Equatable {
        case send(JSONValue)
        /// Ask the question, and report with ``asked(_:_:)`` or ``failed(_:_:)``. Then wait for the answer, and report
        /// each change.
        case ask(Int, MCPQuestion)
        /// Stop waiting for the answer of a call.
        case stop(Int)
        case withdraw(AskID)
        /// Look up an ask, or withdraw it, and report with ``looked(_:_:)``.
        case look(Int, AskID, isWithdrawal: Bool)
    }

    /// A call of a tool that has no result yet.
    struct Call {
        var id: JSONValue
        var question: MCPQuestion
        var isStateless: Bool
        var isTask: Bool
        var progressToken: JSONValue?
        /// The id of the ask; nil until the question is asked.
        var ask: AskID?
        /// Whether the client no longer wants the result.
        var isCancelled = false
        /// The number of progress notifications so far.
        var progress = 0
        /// The users for whom the client has been notified that they saw the card.
        var seen: Set<UserID> = []
    }

    /// A request for the state of a task.
    struct Look {
        var id: JSONValue
        var isStateless: Bool
        var isWithdrawal: Bool
    }

    static let statelessVersion = "2026-07-28"
    static let legacy = ["2025-11-25", "2025-06-18"]
    static let versions = [statelessVersion] + legacy

    /// The program's version.
    let version: String
    /// The working directory, for cards.
    let folder: String?
    var calls: [Int: Call] = [:]
    var looks: [Int: Look] = [:]
    private var lastKey = 0
    /// The name and capabilities that a client has sent in the handshake.
    private var client: (name: String?, capabilities: JSONValue?)

    init(version: String, folder: String?) {
        self.version = version
        self.folder = folder
    }

    mutating func nextKey() -> Int {
        lastKey += 1
        return lastKey
    }

    // MARK: Messages

    /// Handles a line from the client.
    mutating func receive(_ line: [UInt8]) -> [Effect] {
        switch MCPMessage(line) {
        case .malformed(let answer): [.send(answer)]
        case .response: []
        case .notification(let method, let params): notified(method, params)
        case .request(let request): answer(request)
        }
    }

    private mutating func notified(_ method: String, _ params: JSONValue) -> [Effect] {
        guard method == "notifications/cancelled", let id = params["requestId"],
            let key = calls.first(where: { $0.value.id == id })?.key
        else { return [] }
        return cancel(key)
    }

    /// Ends a call without a result.
    private mutating func cancel(_ key: Int) -> [Effect] {
        guard let call = calls[key] else { return [] }
        guard let ask = call.ask else {
            // The request for the ask may be in progress. The ask is withdrawn when its id is known.
            calls[key]?.isCancelled = true
            return []
        }
        calls[key] = nil
        return [.stop(key), .withdraw(ask)]
    }

    /// Handles the end of the client: cancels all calls.
    mutating func ended() -> [Effect] { calls.keys.sorted().flatMap { cancel($0) } }

    private mutating func answer(_ request: MCPMessage.Request) -> [Effect] {
        if let version = request.version {
            guard version == Self.statelessVersion else {
                let supported = JSONValue.array(Self.versions.map { .string($0) })
                return [
                    .send(
                        MCPMessage.error(
                            request.id, .unsupportedVersion, "Unsupported protocol version",
                            data: ["supported": supported, "requested": .string(version)]))
                ]
            }
            guard request.capabilities?.object != nil else {
                return [refusal(request, "The request names no client capabilities.")]
            }
        }
        let isStateless = request.version != nil
        switch request.method {
        case "initialize" where !isStateless: return [.send(MCPMessage.result(request.id, begin(request.params)))]
        case "ping" where !isStateless: return [.send(MCPMessage.result(request.id, [:]))]
        case "server/discover":
            guard isStateless else { return [refusal(request, "The request names no protocol version.")] }
            return [.send(result(request.id, discovery, isStateless: true))]
        case "tools/list":
            var list: JSONObject = ["tools": .array(MCPTool.allCases.map(\.definition))]
            if isStateless {
                list["ttlMs"] = 3_600_000
                list["cacheScope"] = "private"
            }
            return [.send(result(request.id, list, isStateless: isStateless))]
        case "tools/call": return call(request, isStateless: isStateless)
        case "tasks/get", "tasks/cancel", "tasks/update": return task(request, isStateless: isStateless)
        default:
            return [
                .send(
                    MCPMessage.error(
                        request.id, .unknownMethod, "Unknown method \(request.method.prefix(100).escaped)."))
            ]
        }
    }

    private func refusal(_ request: MCPMessage.Request, _ words: String) -> Effect {
        .send(MCPMessage.error(request.id, .invalidParams, words))
    }

    // MARK: Handshake

    private var implementation: JSONValue {
        ["name": "cardstream", "title": "cardstream", "version": .string(version)]
    }

    private static let capabilities: JSONValue = ["tools": [:], "extensions": [MCPTask.extension: [:]]]

    private static let instructions: JSONValue =
        "ask_human asks a person with a card in the terminal and waits for the answer, which may take minutes."

    private mutating func begin(_ params: JSONValue) -> JSONValue {
        client = (params["clientInfo"].flatMap(MCPMessage.Request.name), params["capabilities"])
        let wanted = params["protocolVersion"]?.string ?? ""
        return [
            "protocolVersion": .string(Self.legacy.contains(wanted) ? wanted : Self.legacy[0]),
            "capabilities": Self.capabilities, "serverInfo": implementation, "instructions": Self.instructions,
        ]
    }

    private var discovery: JSONObject {
        [
            "supportedVersions": .array(Self.versions.map { .string($0) }), "capabilities": Self.capabilities,
            "instructions": Self.instructions, "ttlMs": 3_600_000, "cacheScope": "private",
        ]
    }

    func result(_ id: JSONValue, _ result: JSONObject, isStateless: Bool, type: String = "complete") -> JSONValue {
        guard isStateless else { return MCPMessage.result(id, .object(result)) }
        var typed = result
        typed["resultType"] = .string(type)
        typed["_meta"] = ["io.modelcontextprotocol/serverInfo": implementation]
        return MCPMessage.result(id, .object(typed))
    }

    /// A result with its type, as the modern protocol requires.
    static func typed(_ result: JSONValue) -> JSONValue {
        var object = result.object ?? [:]
        object["resultType"] = "complete"
        return .object(object)
    }

    // MARK: Calls

    private mutating func call(_ request: MCPMessage.Request, isStateless: Bool) -> [Effect] {
        guard let tool = request.params["name"]?.string.flatMap(MCPTool.init) else {
            return [refusal(request, "Unknown tool.")]
        }
        guard !calls.values.contains(where: { $0.id == request.id }) else {
            return [.send(MCPMessage.error(request.id, .invalidRequest, "The id belongs to another request."))]
        }
        let capabilities = isStateless ? request.capabilities : client.capabilities
        let name = (isStateless ? request.clientName : client.name) ?? "An agent"
        let question: MCPQuestion
        do throws(MCPQuestion.Mistake) {
            question = try MCPQuestion(tool, request.params["arguments"] ?? [:], client: name, folder: folder)
        } catch {
            return [
                .send(result(request.id, MCPQuestion.failed(error.message).object ?? [:], isStateless: isStateless))
            ]
        }
        let key = nextKey()
        calls[key] = Call(
            id: request.id, question: question, isStateless: isStateless,
            isTask: tool == .askHuman && MCPTask.isSupported(by: capabilities), progressToken: request.progressToken)
        return [.ask(key, question)]
    }

    private mutating func task(_ request: MCPMessage.Request, isStateless: Bool) -> [Effect] {
        guard let id = request.params["taskId"]?.string.flatMap({ AskID(rawValue: $0) }) else {
            return [refusal(request, "Unknown task.")]
        }
        // A question needs no input from the client, so there is nothing to update.
        if request.method == "tasks/update" { return [.send(result(request.id, [:], isStateless: isStateless))] }
        let isWithdrawal = request.method == "tasks/cancel"
        let key = nextKey()
        looks[key] = Look(id: request.id, isStateless: isStateless, isWithdrawal: isWithdrawal)
        return [.look(key, id, isWithdrawal: isWithdrawal)]
    }
}

extension Substring {
    /// The text as a quoted JSON string.
    fileprivate var escaped: String { JSONValue.string(String(self)).text() }
}
