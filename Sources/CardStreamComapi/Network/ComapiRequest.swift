import Basics
import Cards
import CurlTransport

/// A request of the service, without its credentials.
struct ComapiRequest: Sendable {
    var method: String
    /// Decoded segments after `/apispaces/{space}`.
    var path: [String]
    /// Names as they are sent, values decoded; in order.
    var query: [(name: String, value: String)] = []
    /// A query that is already encoded.
    var rawQuery: String?
    var body: JSONValue?
    var ifMatch: String?
    var headers: [HTTPHeader] = []
    var purpose = ComapiError.Purpose.reading
    /// Whether sending it twice has the effect of sending it once.
    var isIdempotent: Bool { purpose == .reading || isRepeatable }
    /// Set for changes that may be sent twice.
    var isRepeatable = false

    init(_ method: String, _ path: String...) {
        self.method = method
        self.path = path
    }

    /// Path and query. Ids may contain any character.
    func target(space: String) -> String {
        let segments = (["apispaces", space] + path).map { "/" + PercentCoding.encode($0) }.joined()
        if let rawQuery { return rawQuery.isEmpty ? segments : segments + "?" + rawQuery }
        guard !query.isEmpty else { return segments }
        return segments + "?" + query.map { "\($0.name)=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
    }

    /// The request as it is sent. `Content-Type` goes with each, also without a body, as the service's clients do.
    func http(at base: ServerURL, space: String, token: String?) -> HTTPRequest {
        var sent = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "application/json")]
        if let token { sent.append(HTTPHeader("Authorization", "Bearer \(token)")) }
        if let ifMatch { sent.append(HTTPHeader("If-Match", ifMatch)) }
        return HTTPRequest(
            method, url: base.appending(path: target(space: space)), headers: sent + headers, body: body?.encoded(),
            mayRepeat: isIdempotent)
    }
}

/// An answer of the service with a status of success.
struct ComapiAnswer: Sendable {
    var status: Int
    var etag: String?
    var body: [UInt8]

    /// The body as JSON.
    ///
    /// - Throws: ``ComapiError`` with ``ComapiError/Code/malformedAnswer``.
    func json() throws(ComapiError) -> JSONValue {
        // What one user nests deeply must not hide the messages of others.
        do throws(JSONError) { return try JSONParser.parse(body, depthLimit: JSONParser.greatestDepthLimit) } catch {
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
    func objects() throws(ComapiError) -> [JSONObject] {
        guard let list = try json().array else {
            throw ComapiError(.malformedAnswer, "the response is not a list", status: status, etag: etag)
        }
        return list.compactMap(\.object)
    }
}
