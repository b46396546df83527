import Basics
package import Cards
import FeedAPI
import Glibc

/// Signs answers with the user's SSH key, by `ssh-keygen -Y sign`: keys in files, in an agent and on hardware all work.
package struct AnswerSigner: Sendable {
    package struct Failure: Error, Hashable {
        /// What happened and what to do, for people.
        package var text: String
    }

    /// Time for a touch of a hardware key, in seconds.
    private static let limit = 60.0
    /// Without a way to ask at the terminal, which belongs to the viewer: a passphrase is asked for by the agent, or by the
    /// program that SSH_ASKPASS names.
    private static let sign = """
        command -v ssh-keygen > /dev/null || { echo "ssh-keygen is missing; install openssh-client" >&2; exit 127; }
        exec env SSH_ASKPASS_REQUIRE=force ssh-keygen -Y sign -n \(AnswerMessage.namespace) -f "$1"
        """

    private let key: String?

    /// - Parameters:
    ///   - key: The setting `signing_key`: a private key, or a public one whose private half an agent has.
    ///   - environment: `HOME` is what `~` at the beginning of the path stands for.
    package init(key: String?, environment: [String: String]) {
        self.key = key.map { key in
            guard key.hasPrefix("~/"), let home = environment["HOME"] else { return key }
            return home + key.dropFirst()
        }
    }

    /// What an answer to a card says about itself, signed if the card's ask wants that.
    ///
    /// - Throws: ``Failure``; then the answer must not be sent.
    package func proof(of response: CardResponse, to card: Card) async throws(Failure) -> AnswerProof? {
        guard var proof = card.proof, let message = AnswerMessage.bytes(of: response, to: card.body) else {
            return card.proof
        }
        proof.signature = try await signature(of: message)
        return proof
    }

    private func signature(of message: [UInt8]) async throws(Failure) -> String {
        guard let key else {
            throw Failure(
                text: "the question needs a signed answer; set signing_key to your SSH key")
        }
        let run = await Blocking.run { () -> Result<[UInt8], Failure> in
            guard let input = MemoryFile(message) else {
                return .failure(Failure(text: ChildProcess.StartError(code: errno).reason))
            }
            defer { input.close() }
            return ShellCommand.run(
                Self.sign, arguments: [key], input: input.descriptor, limit: Self.limit, wanted: "signature",
                errors: .inFailure
            ).mapError { Failure(text: $0.text) }
        }
        switch run {
        case .success(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            guard text.hasPrefix("-----BEGIN SSH SIGNATURE-----"), bytes.count <= AnswerProof.longestSignature else {
                throw Failure(text: "signing failed: ssh-keygen printed no signature")
            }
            return text
        case .failure(let failure): throw Failure(text: "signing failed: \(failure.text.escapingControls)")
        }
    }
}
