import Basics
import Cards
import CurlTransport

/// A request to the service, without credentials.
struct ComapiRequest: Sendable {
    var method: String
    /// The segments after `/apispaces/{space}`, not percent-encoded.
    var path: [String]
    /// The query items in order. Names are sent as they are; values are not percent-encoded yet.
    var query: [(name: String, value: String)] = []
    /// A percent-encoded query that replaces ``query``; nil for none.
    var rawQuery: String?
    var body: JSONValue?
    var ifMatch: String?
    var headers: [HTTPHeader] = []
    var purpose = ComapiError.Purpose.reading
    /// Whether sending it twice has the same effect as sending it once.
    var isIdempotent: Bool { purpose == .reading || isRepeatable }
    /// Set for changes that may be sent twice.
    var isRepeatable = false

    init(_ method: String, _ path: String...) {
        self.method = method
        self.path = path
    }

    /// The percent-encoded path and query. Ids may contain any character.
    func target(space: String) -> String {
        let segments = (["apispaces", space] + path).map { "/" + PercentCoding.encode($0) }.joined()
        if let rawQuery { return rawQuery.isEmpty ? segments : segments + "?" + rawQuery }
        guard !query.isEmpty else { return segments }
        return segments + "?" + query.map { "\($0.name)=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
    }

    /// The HTTP request. It has `Content-Type` even without a body, like the requests of the service's own clients.
    func http(at base: ServerURL, space: String, token: String?) -> HTTPRequest {
        var sent = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "application/json")]
        if let token { sent.append(HTTPHeader("Authorization", "Bearer \(token)")) }
        if let ifMatch { sent.append(HTTPHeader("If-Match", ifMatch)) }
        return HTTPRequest(
            method, url: base.appending(path: target(space: space)), headers: sent + headers, body: body?.encoded(),
            mayRepeat: isIdempotent)
    }
}

/// A successful response of the service.
struct ComapiResponse: Sendable {
    var status: Int
    var etag: String?
    var body: [UInt8]

    /// The body as JSON.
    ///
    /// - Throws: ``ComapiError`` with ``ComapiError/Code/malformedAnswer``.
    func json() throws(ComapiError) -> JSONValue {
        // The greatest depth limit, so that deeply nested data of one user does not hide the messages of others.
        do throws(JSONError) { return try JSONParser.parse(body, depthLimit: JSONParser.maxDepthLimit) } catch {
            throw ComapiError(.malformedAnswer, "the response is not JSON: \(error)", status: status, etag: etag)
        }
    }

    func object() throws(ComapiError) -> JSONObject {
        guard let object = try json().object else {
            throw ComapiError(.malformedAnswer, "the response is not a JSON object", status: status, etag: etag)
        }
        return object
    }

    /// The objects of a list; other elements are left out.
    func objects() throws(ComapiError) -> [JSONObject] { try array().compactMap(\.object) }

    func array() throws(ComapiError) -> [JSONValue] {
        guard let list = try json().array else {
            throw ComapiError(.malformedAnswer, "the response is not a list", status: status, etag: etag)
        }
        return list
    }
}
