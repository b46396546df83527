import Cards
import EmulatorHTTP

extension EmulatorAnswer {
    /// - Parameter etag: Of the resource; by default the tag of the value itself, because every result has one.
    static func json(_ value: JSONValue, status: Int = 200, etag: String? = nil) -> EmulatorAnswer {
        var answer = EmulatorAnswer(json: value, status: status)
        answer.headers["ETag"] = etag ?? EntityTag.of(value)
        return answer
    }
}
