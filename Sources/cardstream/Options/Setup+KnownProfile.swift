internal import AppRuntime
import Basics
internal import Cards

extension Setup {
    /// These settings, for commands that create no profile: a name that is typed wrong would become one.
    ///
    /// - Throws: ``CommandFailure`` for a profile that a flag or variable names and that has neither data nor settings.
    func ofKnownProfile() throws(CommandFailure) -> Setup {
        let name = config.profile
        let known = CompletionValues.profileNames(paths)
        let hasFile = !isFileNamed && PrivateFile.exists(paths.configurationFile(profile: name))
        if name == fileProfile || known.contains(name) || hasFile { return self }
        let guess = Spelling.nearest(to: name, among: known).map { "; did you mean \"\($0)\"?" }
        let list = known.isEmpty ? "" : "; known: \(known.joined(separator: ", "))"
        throw CommandFailure(.usage, "the profile \"\(name.escapingControls)\" does not exist\(guess ?? list)")
    }
}
