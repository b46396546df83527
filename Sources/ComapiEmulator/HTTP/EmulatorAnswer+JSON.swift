import Cards
import EmulatorHTTP

extension EmulatorAnswer {
    /// - Parameter etag: The tag of the resource; nil for the tag of the value itself, because every response has one.
    static func json(_ value: JSONValue, status: Int = 200, etag: String? = nil) -> EmulatorAnswer {
        var answer = EmulatorAnswer(json: value, status: status)
        answer.headers["ETag"] = etag ?? EntityTag.of(value)
        return answer
    }
}
