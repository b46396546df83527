import Cards
import EmulatorHTTP

extension EmulatorResponse {
    /// - Parameter etag: The tag of the resource; nil for the tag of the value itself, because every response has one.
    static func json(_ value: JSONValue, status: Int = 200, etag: String? = nil) -> EmulatorResponse {
        var response = EmulatorResponse(json: value, status: status)
        response.headers["ETag"] = etag ?? EntityTag.of(value)
        return response
    }
}
