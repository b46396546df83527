internal import AppRuntime
internal import Cards
internal import FeedAPI
internal import Glibc

/// The server and the code of a login, from the command line, a file, standard input, or a prompt.
struct InvitationInput {
    let server: String
    private let code: InvitationCode?

    /// - Parameters:
    ///   - url: The argument: an address or an invitation.
    ///   - codeFile: The file with an invitation or a code; `-` is standard input.
    ///   - configured: The profile's current server, used if there is only a code.
    ///   - needsCode: Whether to ask for a code.
    init(url: String?, codeFile: String?, configured: String?, needsCode: Bool) throws {
        var texts: [InvitationText] = []
        if let url {
            guard InvitationText.hasAddress(url) else { throw Self.withoutAddress }
            texts.append(try InvitationText(url))
        }
        if let codeFile { texts.append(try InvitationText(Self.contents(codeFile))) }
        if needsCode, !texts.contains(where: { $0.code != nil }) {
            texts.append(try Self.asked(server: texts.first?.server))
        }
        let servers = texts.compactMap(\.server)
        if let first = servers.first, let other = servers.first(where: { $0 != first }) {
            throw CommandFailure(
                .usage, "the invitation is for \(other), but the command names \(first); leave out the address")
        }
        guard let server = try servers.first ?? configured.map({ try InvitationText($0).server }) ?? nil else {
            throw CommandFailure(.usage, "no server: give the server's address, as in `cardstream login https://HOST`")
        }
        self.server = server
        code = texts.compactMap(\.code).first
    }

    func requireCode() throws(CommandFailure) -> InvitationCode {
        guard let code else { throw CommandFailure(.usage, "no code: expected an invitation, https://HOST/#CODE") }
        return code
    }

    /// The error for an argument without an address: it may be only a code.
    private static let withoutAddress = CommandFailure(
        .usage,
        "the argument has no address; expected the address of a server, https://HOST/, or an invitation, "
            + "https://HOST/#CODE. If you have only a code of \(InvitationCode.characterCount) letters and digits, "
            + "`cardstream login https://HOST/` asks for it, and --code reads it from a file")

    private static func contents(_ file: String) throws -> String {
        let bytes =
            file == "-"
            ? try PrivateFile.read(descriptor: STDIN_FILENO, name: "standard input", limit: 65_536)
            : try PrivateFile.read(file, limit: 65_536)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A message that says how to get and give a code.
    static func missing(_ server: String?) -> String {
        guard let server else {
            return "no invitation: `cardstream invite NAME` on the server prints one. Paste it at a terminal, or write "
                + "it to standard input with `--code -`"
        }
        return
            "no code for \(server): `cardstream invite NAME` on that server prints an invitation. Paste it at a "
            + "terminal, write it to standard input with `--code -`, or give it instead of the address: "
            + "cardstream login '\(server)/#CODE'"
    }

    private static func asked(server: String?) throws -> InvitationText {
        guard Prompt.isPossible else {
            throw CommandFailure(.usage, missing(server))
        }
        if let server { Console.error("`cardstream invite NAME` on \(server) prints an invitation; paste it here") }
        let question = server.map { "Invitation code for \($0):" } ?? "Invitation:"
        while true {
            guard let text = try Prompt.secret(question), !text.allSatisfy(\.isWhitespace) else {
                throw CommandFailure(.usage, "no invitation: `cardstream invite NAME` on the server prints one")
            }
            // Ask again after an error. Otherwise the user would paste the next code into the shell, which shows it and
            // keeps it in its history.
            do throws(CommandFailure) { return try InvitationText(text) } catch {
                Console.error(error.message.continued("paste it again, or press Enter to stop"))
            }
        }
    }
}
