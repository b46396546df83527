internal import Cards

/// A received JSON-RPC message.
enum MCPMessage: Equatable {
    case request(Request)
    case notification(method: String, params: JSONValue)
    /// A response. It is ignored, because this server sends no requests.
    case response
    /// A line that is not a valid message, with the error to send.
    case malformed(JSONValue)

    struct Request: Equatable {
        /// The id: a string or a whole number.
        var id: JSONValue
        var method: String
        /// The parameters, as an object.
        var params: JSONValue

        private static let version = "io.modelcontextprotocol/protocolVersion"
        private static let capabilities = "io.modelcontextprotocol/clientCapabilities"
        private static let client = "io.modelcontextprotocol/clientInfo"

        private var meta: JSONValue? { params["_meta"] }
        /// The protocol version of a request without a handshake; nil for older clients.
        var version: String? { meta?[Self.version]?.string }
        var capabilities: JSONValue? { meta?[Self.capabilities] }
        var clientName: String? { meta?[Self.client].flatMap(Self.name) }
        var progressToken: JSONValue? { meta?["progressToken"] }

        /// The display name of a program; nil if it has none.
        static func name(of implementation: JSONValue) -> String? {
            (implementation["title"]?.string ?? implementation["name"]?.string).flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    /// The error codes of JSON-RPC and of MCP.
    enum Code: Int {
        case parse = -32700
        case invalidRequest = -32600
        case unknownMethod = -32601
        case invalidParams = -32602
        case internalError = -32603
        case unsupportedVersion = -32022
    }

    init(_ line: [UInt8]) {
        let json: JSONValue
        do { json = try JSONParser.parse(line, depthLimit: JSONParser.maxDepthLimit) } catch {
            self = .malformed(Self.error(.null, .parse, "The line is not JSON: \(error)."))
            return
        }
        guard json.object != nil else {
            self = .malformed(Self.error(.null, .invalidRequest, "The message must be a JSON object."))
            return
        }
        let id = json["id"]
        let isID = id.map { $0.string != nil || $0.int != nil } ?? true
        guard json["jsonrpc"]?.string == "2.0", isID else {
            self = .malformed(
                Self.error(
                    isID ? id ?? .null : .null, .invalidRequest,
                    "The message must have \"jsonrpc\": \"2.0\", and an id that is a string or a whole number."))
            return
        }
        guard let method = json["method"]?.string else {
            let isAnswer = id != nil && (json["result"] != nil || json["error"] != nil)
            self =
                isAnswer
                ? .response : .malformed(Self.error(id ?? .null, .invalidRequest, "The message has no method."))
            return
        }
        let params = json["params"] ?? [:]
        guard let id else {
            self = .notification(method: method, params: params)
            return
        }
        guard params.object != nil else {
            self = .malformed(Self.error(id, .invalidParams, "\"params\" must be an object."))
            return
        }
        self = .request(Request(id: id, method: method, params: params))
    }

    // MARK: Answers

    static func result(_ id: JSONValue, _ result: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": id, "result": result]
    }

    static func error(_ id: JSONValue, _ code: Code, _ message: String, data: JSONValue? = nil) -> JSONValue {
        var error: JSONObject = ["code": .number(JSONNumber(code.rawValue)), "message": .string(message)]
        if let data { error["data"] = data }
        return ["jsonrpc": "2.0", "id": id, "error": .object(error)]
    }

    static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "method": .string(method), "params": params]
    }
}
