internal import AppRuntime
internal import Cards
internal import CurlTransport
internal import FeedAPI

/// The text that the user pastes or types to log in: an invitation, the address of a server, or a code.
struct InvitationText: Equatable {
    /// The server's address without a slash at its end; nil if the text is only a code.
    var server: String?
    var code: InvitationCode?

    /// Reads an invitation `https://HOST/#CODE`, an address without a code, or only a code. The invitation may be part
    /// of a command line, in which it may have been sent.
    ///
    /// - Throws: ``CommandFailure`` that never contains the text, because it may hold a code.
    init(_ text: String) throws(CommandFailure) {
        let words = Self.words(of: text)
        guard let word = words.first(where: Self.isAddress) else {
            guard let code = InvitationCode(words.joined()) else { throw Self.unreadable(words.joined()) }
            self.code = code
            return
        }
        let parts = word.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let url = ServerURL(parts[0]) else {
            throw CommandFailure(
                .usage, "the address cannot be read; expected https://HOST[:PORT], without a user name or password")
        }
        guard url.isSecure || url.isLoopback else {
            throw CommandFailure(
                .usage,
                "\(url.base) is plain HTTP to another machine: anyone on the network in between could read your cards and token. "
                    + "Use its https:// address; the server needs a TLS proxy in front, see `cardstream help server`")
        }
        server = url.base
        guard parts.count > 1, !parts[1].isEmpty else { return }
        guard let code = InvitationCode(parts[1]) else { throw Self.unreadable(parts[1]) }
        self.code = code
    }

    /// Whether a text contains a server's address, and not only a code.
    static func hasAddress(_ text: String) -> Bool { words(of: text).contains(where: isAddress) }

    private static func words(of text: String) -> [String] {
        text.split(whereSeparator: { $0.isWhitespace || "'\"<>".contains($0) }).map(String.init)
    }

    private static func isAddress(_ word: String) -> Bool { word.lowercased().hasPrefix("http") }

    static func text(server: String, code: InvitationCode) -> String { "\(server)/#\(code.text)" }

    /// - Parameter code: The text in place of a code. It does not become part of the message.
    private static func unreadable(_ code: String) -> CommandFailure {
        let count = code.count { $0.isLetter || $0.isNumber }
        let isWhole = count == InvitationCode.characterCount && code.allSatisfy { $0.isASCII }
        return CommandFailure(
            .usage,
            isWhole
                ? "a letter or digit of the code is wrong; copy the whole invitation again"
                : "this is not an invitation; expected https://HOST/#CODE, or all \(InvitationCode.characterCount) letters "
                    + "and digits of the code")
    }
}
