import Basics
import CardStreamComapi
import Cards
import Glibc

/// Gets tokens for sessions from a command of the user. The command reads the challenge as JSON from its standard
/// input. The last line of its error output is included in a failure.
struct CommandAuthenticator: ComapiAuthenticator {
    let command: String
    let profileClaim: String

    /// The maximum run time in seconds, which is what the start of a session permits.
    private static let limit = 5.0

    func token(for challenge: AuthenticationChallenge) async throws -> String? {
        let question: JSONValue = [
            "nonce": .string(challenge.nonce), "provider": .string(challenge.provider),
            "profileClaim": .string(profileClaim),
        ]
        let (command, bytes) = (command, question.encoded())
        let output = try await Blocking.run { () -> Result<[UInt8], SourceProblem> in
            guard let input = MemoryFile(bytes) else {
                return .failure(SourceProblem("token_command: \(ChildProcess.StartError(code: errno).reason)"))
            }
            defer { input.close() }
            return ShellCommand.run(
                command, input: input.descriptor, limit: Self.limit, wanted: "token", errors: .inFailure
            )
            .mapError { SourceProblem("token_command: \($0.text)") }
        }.get()
        let token = String(decoding: output, as: UTF8.self).filter { !$0.isWhitespace }
        guard !token.isEmpty else { throw SourceProblem("token_command printed no token") }
        return token
    }
}

extension SourceProblem: CustomStringConvertible {
    package var description: String { text }
}
