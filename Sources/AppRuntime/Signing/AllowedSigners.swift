import Basics
package import Cards
package import FeedAPI
import Glibc

/// The keys of users whose signed answers are accepted, in a file in the format of `ssh-keygen` (ALLOWED SIGNERS in its
/// manual page).
package struct AllowedSigners: Sendable {
    package struct Failure: Error, Hashable {
        package var text: String
    }

    package let path: String

    /// The default file, which is also commonly used for the signatures of commits.
    package static let usual = "~/.ssh/allowed_signers"

    /// The maximum run time of `ssh-keygen`, in seconds.
    private static let limit = 10.0
    /// The signature must be in a file, which is removed afterwards.
    private static let verify = """
        command -v ssh-keygen > /dev/null || { echo "ssh-keygen is missing; install openssh-client" >&2; exit 127; }
        folder=$(mktemp -d) || exit 1
        trap 'rm -rf "$folder"' EXIT
        printf '%s' "$3" > "$folder/signature" || exit 1
        ssh-keygen -Y verify -f "$1" -I "$2" -n \(AnswerMessage.namespace) -s "$folder/signature"
        """

    /// - Parameter environment: The environment, whose `HOME` replaces `~` at the start of the path.
    /// - Throws: ``Failure`` if the file cannot be read.
    package init(path: String = usual, environment: [String: String]) throws(Failure) {
        if path.hasPrefix("~/"), let home = environment["HOME"] {
            self.path = home + path.dropFirst()
        } else {
            self.path = path
        }
        guard access(self.path, R_OK) == 0 else {
            throw Failure(
                text:
                    "\(path.shownAsFile): \(String(cString: strerror(errno))); expected a file with a user and "
                    + "a public key on each line, as in: ana ssh-ed25519 AAAA…")
        }
    }

    /// Verifies that a user has signed a vote on a question. Blocks the calling thread.
    ///
    /// - Parameter digest: The digest of the question's card.
    /// - Throws: ``Failure`` with the reason if the vote is not accepted.
    package func check(_ vote: Ask.Vote, in ask: AskID, digest: CardDigest) throws(Failure) {
        guard let proof = vote.proof, let signature = proof.signature else {
            throw Failure(text: "\(vote.user) did not sign the answer")
        }
        guard proof.digest == digest else { throw Failure(text: "\(vote.user) answered a different card") }
        let message = AnswerMessage.bytes(ask: ask.rawValue, digest: digest, button: vote.button, values: vote.values)
        guard let input = MemoryFile(message) else {
            throw Failure(text: ChildProcess.StartError(code: errno).reason)
        }
        defer { input.close() }
        let run = ShellCommand.run(
            Self.verify, arguments: [path, vote.user.rawValue, signature], input: input.descriptor, limit: Self.limit,
            wanted: "result", errors: .inOutput)
        if case .failure(let failure) = run {
            throw Failure(
                text:
                    "the signature of \(vote.user) is not confirmed by \(path.shownAsFile): \(failure.text.escapingControls)"
            )
        }
    }
}
