internal import AppRuntime
internal import Cards
internal import FeedAPI

internal import struct Foundation.Date

/// Reads cards to publish and validates all of them strictly before anything is sent: an error in the last line must
/// not leave the first cards published.
///
/// A JSON object with a member `card` is a whole request, `{"stream","users","card","key"?}`; missing members come from
/// flags. Any other object is a card.
struct CardInput {
    /// The name of the input in messages: a path or `standard input`.
    var name: String
    var streamID: StreamID
    /// Users given by flags, which take precedence over the request's own.
    var users: [UserID]
    var fallbackUser: UserID
    /// The idempotency key of the first card; further cards get the key with their number, as `KEY-2`, so that the key
    /// of a card does not depend on how many follow (decision 0184). A request's own key takes precedence.
    var key: PublicationKey?
    /// The consequence of errors, for messages.
    var consequence = "nothing was published"

    /// The maximum number of listed errors.
    static let maxProblems = 20

    /// The requests in a file; see ``CardFile`` for its format. Throws a ``CommandFailure`` that lists errors as
    /// `FILE:LINE:COLUMN: POINTER: expected …`.
    func requests(_ bytes: [UInt8], isLines: Bool) throws(CommandFailure) -> [PublishRequest] {
        try requests(CardFile(bytes, isLines: isLines))
    }

    /// An error in a file, or an unknown member that may explain an error.
    struct Problem: Equatable {
        var place: JSONPlace
        var text: String
    }

    /// The first errors of a file, in the file's order, and the unknown members of cards with errors, because an
    /// unknown member may be a misspelt required one. Empty if there are no errors.
    static func problems(of file: CardFile) -> [Problem] {
        var problems = file.mistakes.prefix(maxProblems).map { Problem(place: $0.place, text: $0.text) }
        var unknown: [Problem] = []
        for entry in file.cards where problems.count < maxProblems {
            problems += entry.requestMistakes.map { Problem(place: $0.place, text: $0.text) }
            let invalid = CardValidation.problems(in: entry.card)
            for problem in invalid {
                let pointer = entry.pointer(problem.pointer)
                let hint = problem.hint.map { ". \($0)" } ?? ""
                let words =
                    entry.timeMistakes[problem.pointer]
                    ?? "expected \(problem.expected), found \(problem.found)\(hint)"
                let text = "\(pointer.isEmpty ? "the card" : pointer): \(words)"
                problems.append(Problem(place: entry.place(of: problem.pointer), text: text))
            }
            if !invalid.isEmpty { unknown += unknownMembers(of: entry) }
        }
        let errors = problems.sorted { $0.place < $1.place }.prefix(maxProblems)
        return (errors + unknown.prefix(maxProblems - errors.count)).sorted { $0.place < $1.place }
    }

    private static func unknownMembers(of entry: CardFile.Entry) -> [Problem] {
        CardLint.unknownMembers(in: entry.card, now: Date()).prefix(maxProblems).map { finding in
            let advice = finding.advice.map { ". \($0)" } ?? ""
            return Problem(
                place: entry.place(of: finding.pointer),
                text: "\(entry.pointer(finding.pointer)): \(finding.message)\(advice)")
        }
    }

    func requests(_ file: CardFile) throws(CommandFailure) -> [PublishRequest] {
        let problems = Self.problems(of: file)
        guard problems.isEmpty else {
            let listed = problems.map { "\(name.shownAsFile):\($0.place.line):\($0.place.column): \($0.text)" }
            throw CommandFailure(.failure, "\(consequence):\n\(listed.joined(separator: "\n"))")
        }
        guard !file.cards.isEmpty else { throw CommandFailure(.nothingMatched, "\(name.shownAsFile) holds no card") }
        return file.cards.enumerated().map { index, entry in
            request(entry, key: index == 0 ? key : key.flatMap { PublicationKey("\($0)-\(index + 1)") })
        }
    }

    /// The users that an entry names. Invalid identifiers are reported as errors.
    private static func users(of entry: CardFile.Entry) -> [UserID] {
        guard entry.isRequest else { return [] }
        return entry.json["users"]?.array?.compactMap { $0.string.flatMap { UserID($0) } } ?? []
    }

    /// A message about users that a file names and that get no card, because flags name others; nil if there are none.
    func wordsOfReplacedUsers(in file: CardFile) -> String? {
        guard !users.isEmpty else { return nil }
        let replaced = Recipients(users: file.cards.flatMap(Self.users).filter { !users.contains($0) }).users
        guard !replaced.isEmpty else { return nil }
        let named = replaced.prefix(Recipients.maxNamed).joined(separator: ", ")
        let more = replaced.count > Recipients.maxNamed ? ", …" : ""
        return "--user replaces the users in \(name.shownAsFile): no card for \(named)\(more)"
    }

    private func request(_ entry: CardFile.Entry, key: PublicationKey?) -> PublishRequest {
        let json = entry.json
        let listed = Self.users(of: entry)
        return PublishRequest(
            streamID: json["stream"]?.string.flatMap { StreamID($0) } ?? streamID,
            users: !users.isEmpty ? users : !listed.isEmpty ? listed : [fallbackUser],
            key: (entry.isRequest ? json["key"]?.string.flatMap { PublicationKey($0) } : nil) ?? key,
            body: entry.card.encoded())
    }
}
