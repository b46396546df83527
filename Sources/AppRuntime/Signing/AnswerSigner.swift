import Basics
package import Cards
import FeedAPI
import Glibc

/// Signs answers with the user's SSH key, using `ssh-keygen -Y sign`. Keys may be in files, in an agent or on hardware.
package struct AnswerSigner: Sendable {
    package struct Failure: Error, Hashable {
        /// The problem and what to do, for users.
        package var text: String
    }

    /// The maximum seconds, which includes the time to touch a hardware key.
    private static let limit = 60.0
    /// A passphrase cannot be entered in the terminal, which the viewer uses. The agent, or the program in SSH_ASKPASS,
    /// asks for it.
    private static let sign = """
        command -v ssh-keygen > /dev/null || { echo "ssh-keygen is missing; install openssh-client" >&2; exit 127; }
        exec env SSH_ASKPASS_REQUIRE=force ssh-keygen -Y sign -n \(AnswerMessage.namespace) -f "$1"
        """

    private let key: String?

    /// - Parameters:
    ///   - key: The setting `signing_key`: a private key, or a public key whose private key is in an agent.
    ///   - environment: The environment, whose `HOME` replaces `~` at the start of the path.
    package init(key: String?, environment: [String: String]) {
        self.key = key.map { key in
            guard key.hasPrefix("~/"), let home = environment["HOME"] else { return key }
            return home + key.dropFirst()
        }
    }

    /// The proof of an answer to a card, signed if the card's question requires it.
    ///
    /// - Throws: ``Failure`` if signing fails. The answer must then not be sent.
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
