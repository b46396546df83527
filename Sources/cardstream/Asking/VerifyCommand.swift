internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI
internal import FeedServer
internal import FeedTransport

/// `cardstream verify`: checks the signature of an answer.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check the signature of an answer that `cardstream ask --json` printed.",
        discussion: """
            The server signs how a question was settled: who answered what, when, and to which card. `verify` checks \
            that the signature is the server's, and that the answer has not changed since it was signed. It prints \
            what is confirmed.

            --key names a file with the server's public key, as `cardstream admin signing-key` prints it: PEM, a JSON \
            Web Key, or a JSON Web Key Set. Without --key, `verify` fetches the key from the server in the settings.

            EXAMPLES
              cardstream ask "Release 4.12.7?" --to ana --json > answer.json
              cardstream admin signing-key > cardstream.pem
              cardstream verify answer.json --key cardstream.pem
              cardstream ask wait "$id" --json | cardstream verify -

            EXIT CODES
              0 the answer is what the server signed, 1 it is not, 2 usage error, or
              FILE is not the output of ask --json, 4 authentication, 5 network
            """)

    @OptionGroup(title: "Settings")
    var options: ConnectionOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Option(help: ArgumentHelp("A file with the public key of the server.", valueName: "file"), completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Check the signatures of users, too, with the keys in this file, an allowed-signers file as for ssh-keygen.",
            valueName: "file"),
        completion: .file())
    var allowedSigners: String?

    @Argument(
        help: ArgumentHelp(
            "A file with the output of `cardstream ask --json`; - is standard input.", valueName: "file"),
        completion: .file())
    var file: String

    func run() throws {
        let (name, bytes) = try Self.bytes(of: file)
        let ask: Ask
        do { ask = try FeedCoder.decodeAsk(bytes) } catch {
            throw CommandFailure(
                .usage,
                ("\(name.shownAsFile): expected one object, as `cardstream ask --json` prints it; "
                    + "\(error.detail ?? error.title)").escapingControls)
        }
        let keys: [PublicSigningKey]
        if let key {
            let (name, bytes) = try Self.bytes(of: key)
            keys = try Self.keys(of: bytes, name: name.shownAsFile)
        } else {
            let caller = try PublisherAccess(options.load(publisher.flags).ofKnownProfile()).caller()
            keys = try Self.keys(of: try runBlocking { try await caller.keys() }, name: "the server's response")
        }
        let signed: JSONObject
        do throws(AskSignature.Refusal) {
            // Also check the printed members that repeat the content of a vote, because scripts read them. Parsing
            // cannot fail, because the bytes were decoded as an ask above.
            signed = try AskSignature.check(ask, printed: (try? JSONParser.parse(bytes).object) ?? [:], keys: keys)
        } catch {
            throw CommandFailure(.failure, "not confirmed: \(Self.message(for: error))")
        }
        guard let settlement = ask.settlement else { return }
        if let allowedSigners { try Self.check(ask, allowedSigners) }
        Console.print("confirmed: \(AskProgress.message(for: settlement, of: ask))")
        if allowedSigners != nil {
            Console.print("signed by \(ask.votes.map(\.user.rawValue.escapingControls).joined(separator: ", "))")
        }
        // Older servers did not sign the title.
        if let title = signed["title"]?.string { Console.print("question: \(title)") }
        Console.print("settled at \(FeedTime.text(settlement.at)); card \(ask.digest?.text ?? "unknown")")
    }

    /// Reads a file. A file that cannot be read is a usage error, because exit code 1 means that the answer was
    /// changed.
    private static func bytes(of file: String) throws(CommandFailure) -> (name: String, bytes: [UInt8]) {
        do { return try CardFile.bytes(file) } catch { throw CommandFailure(.usage, CommandFailure(error).message) }
    }

    /// Checks the users' own signatures of all answers.
    private static func check(_ ask: Ask, _ allowedSigners: String) throws(CommandFailure) {
        guard let digest = ask.digest, !ask.votes.isEmpty else {
            throw CommandFailure(.failure, "not confirmed: no user has answered")
        }
        let signers: AllowedSigners
        do { signers = try AllowedSigners(path: allowedSigners, environment: [:]) } catch {
            throw CommandFailure(.usage, error.text)
        }
        do throws(AllowedSigners.Failure) {
            for vote in ask.votes { try signers.check(vote, in: ask.id, digest: digest) }
        } catch { throw CommandFailure(.failure, "not confirmed: \(error.text)") }
    }

    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if there is no key of the right kind.
    static func keys(of bytes: [UInt8], name: String) throws(CommandFailure) -> [PublicSigningKey] {
        let keys = PublicSigningKey.parse(bytes)
        guard keys.isEmpty else { return keys }
        throw CommandFailure(
            .usage,
            "\(name): expected an Ed25519 public key as PEM or JSON Web Key, as cardstream admin signing-key prints it")
    }

    static func message(for refusal: AskSignature.Refusal) -> String {
        switch refusal {
        case .open: "the question is still open"
        case .missing:
            "the answer has no signature: the server's version does not sign answers, or the signature was removed"
        case .malformed: "the signature is damaged"
        case .unknownKey(let id):
            "the signature was made with a different key (\(id.escapingControls)): check --key, or the server in the settings"
        case .wrong: "the signature is not the server's"
        case .otherContent(let names):
            "the answer was changed after it was signed: \(names.joined(separator: ", ").escapingControls)"
        }
    }
}
