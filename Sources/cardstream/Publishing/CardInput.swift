internal import AppRuntime
internal import Cards
internal import FeedAPI

/// Reads cards to publish and holds each against the strict validation, before anything is sent: a mistake in the
/// last line must not leave the first ones published.
///
/// A JSON object with a member `card` is a whole request, `{"stream","users","card","key"?}`; what it lacks comes from
/// the flags. Any other object is a card.
struct CardInput {
    /// For messages: a path or `standard input`.
    var name: String
    var streamID: StreamID
    /// Given by flags; they win over the request's own.
    var users: [String]
    var fallbackUser: String
    /// The publisher's idempotency key for a single card.
    var key: String?

    /// More mistakes than these are not listed.
    static let mostProblems = 20

    /// The requests of one JSON document, or of one document per line. Throws a ``CommandFailure`` that lists the
    /// mistakes as `FILE:LINE: POINTER: expected …`.
    func requests(_ bytes: [UInt8], isLines: Bool) throws(CommandFailure) -> [PublishRequest] {
        var requests: [PublishRequest] = []
        var problems: [String] = []
        if isLines {
            var number = 0
            for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                number += 1
                guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
                read(Array(line), firstLine: number, into: &requests, &problems)
                if problems.count >= Self.mostProblems { break }
            }
        } else if bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D && $0 != 0x0A }) {
            read(bytes, firstLine: 1, into: &requests, &problems)
        }
        guard problems.isEmpty else {
            let listed = problems.prefix(Self.mostProblems).joined(separator: "\n")
            throw CommandFailure(.failure, "nothing was published:\n\(listed)")
        }
        guard !requests.isEmpty else { throw CommandFailure(.nothingMatched, "\(name) holds no card") }
        return requests
    }

    private func read(
        _ bytes: [UInt8], firstLine: Int, into requests: inout [PublishRequest], _ problems: inout [String]
    ) {
        let json: JSONValue
        do {
            json = try JSONParser.parse(bytes)
        } catch {
            problems.append(
                "\(name):\(firstLine + error.line - 1): column \(error.column): not JSON: \(error.kind)")
            return
        }
        let isRequest = json["card"] != nil
        for problem in CardValidation.problems(in: isRequest ? json["card"] ?? .null : json) {
            let pointer = (isRequest ? "/card" : "") + problem.pointer
            let line = firstLine + Self.line(of: pointer, in: bytes)
            let place = pointer.isEmpty ? "the card" : pointer
            let hint = problem.hint.map { ". \($0)" } ?? ""
            problems.append(
                "\(name):\(line): \(place): expected \(problem.expected), found \(problem.found)\(hint)")
        }
        let listed = json["users"]?.array?.compactMap(\.string) ?? []
        let request = PublishRequest(
            streamID: json["stream"]?.string.map { StreamID($0) } ?? streamID,
            users: !users.isEmpty ? users : isRequest && !listed.isEmpty ? listed : [fallbackUser],
            key: (isRequest ? json["key"]?.string : nil) ?? key,
            body: isRequest ? (json["card"] ?? .null).encoded() : json.encoded())
        requests.append(request)
    }

    /// How many lines above the value a JSON pointer names; where there is no such value, its nearest parent.
    static func line(of pointer: String, in bytes: [UInt8]) -> Int {
        var slice = JSONSlice(bytes)
        for part in pointer.split(separator: "/") {
            let name = part.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
            // Neither an object nor a list: the parent's line is near enough.
            if let member = try? slice.members()[name] {
                slice = member
            } else if let index = Int(name), let elements = try? slice.elements(), elements.indices.contains(index) {
                slice = elements[index]
            } else {
                break
            }
        }
        return bytes[..<slice.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
    }
}
