internal import AppRuntime
internal import Canvas
internal import CursesTerminal

/// Checks for features of today's terminals: what was asked, what the terminal answered, and what the viewer uses.
extension DoctorChecks {
    static func features(_ setup: Setup) -> [Check] {
        var choice = FeatureChoice(setup.config, setup.variables)
        // The environment says it, so the viewer does not ask.
        let isTold = ColorPreference(setup.variables).hasTrueColor(setup.variables)
        if isTold { choice.trueColor = false }
        return features(FeatureSurvey(choice, type: setup.variables["TERM"] ?? ""), hasTrueColor: isTold)
    }

    /// - Parameter hasTrueColor: Whether the environment says that the terminal has 24-bit colours.
    static func features(_ survey: FeatureSurvey?, hasTrueColor: Bool) -> [Check] {
        guard let survey else { return [Check("features", .ok, "unknown without a terminal")] }
        let name = Check("terminal name", .ok, survey.name?.string ?? "the terminal does not report its name")
        return [name]
            + survey.findings.map { finding in
                if hasTrueColor, finding.feature == FeatureSurvey.colors {
                    return Check(
                        finding.feature.string, .ok, "used, because of an environment variable")
                }
                return Check(
                    finding.feature.string, .ok, "\(finding.answer.string); \(finding.isUsed ? "used" : "not used")")
            }
    }
}
