internal import AppRuntime
internal import ArgumentParser

/// The flags that control how the answer is printed and checked.
struct AskAnswerFlags: ParsableArguments {
    @Flag(help: "Print the answer as one line of JSON.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Check signed answers with the keys in this file, an allowed-signers file as for ssh-keygen; default \(AllowedSigners.usual).",
            valueName: "file"), completion: .file())
    var allowedSigners: String?

    /// The keys that confirm signed answers; nil if answers need no signature.
    ///
    /// - Parameter isSigned: Whether the ask wants signatures.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if the file cannot be read.
    func signers(_ isSigned: Bool, environment: [String: String]) throws(CommandFailure) -> AllowedSigners? {
        guard isSigned || allowedSigners != nil else { return nil }
        do throws(AllowedSigners.Failure) {
            return try AllowedSigners(path: allowedSigners ?? AllowedSigners.usual, environment: environment)
        } catch { throw CommandFailure(.usage, "--allowed-signers: \(error.text)") }
    }
}
