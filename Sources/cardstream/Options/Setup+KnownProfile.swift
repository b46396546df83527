internal import AppRuntime
import Basics
internal import Cards

extension Setup {
    /// These settings, for commands that create no profile: a name that is typed wrong would become one.
    ///
    /// - Throws: ``CommandFailure`` for a profile that a flag or variable names and that has neither data nor settings.
    func ofKnownProfile() throws(CommandFailure) -> Setup {
        guard let other = otherProfiles else { return self }
        throw CommandFailure(
            .usage, "the profile \"\(config.profile.escapingControls)\" does not exist\(other.map { "; \($0)" } ?? "")")
    }

    /// A warning, for commands that create the profile, if it is new and other profiles exist: its name may be typed
    /// wrong. Nil for a known or an only profile.
    var wordsOfNewProfile: String? {
        otherProfiles?.map { "the profile \"\(config.profile.escapingControls)\" is new; \($0)" }
    }

    /// For a profile that has neither data nor settings: what other profiles there are, nil for none. Nil for a known
    /// profile.
    private var otherProfiles: String?? {
        let name = config.profile
        let known = CompletionValues.profileNames(paths)
        let hasFile = !isFileNamed && PrivateFile.exists(paths.configurationFile(profile: name))
        if name == fileProfile || known.contains(name) || hasFile { return nil }
        if let guess = Spelling.nearest(to: name, among: known) { return "did you mean \"\(guess)\"?" }
        return .some(known.isEmpty ? nil : "known: \(known.joined(separator: ", "))")
    }
}
