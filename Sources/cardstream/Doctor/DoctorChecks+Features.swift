internal import AppRuntime
internal import Canvas
internal import CursesTerminal

/// Checks for optional features of terminals: what the terminal reported, and what the viewer uses.
extension DoctorChecks {
    static func features(_ setup: Setup) -> [Check] {
        var choice = FeatureChoice(setup.config, setup.variables)
        // The environment sets the number of colours, so the viewer does not query the terminal.
        let isReported = ColorPreference(setup.variables).hasTrueColor(setup.variables)
        if isReported { choice.trueColor = false }
        return features(FeatureDetection(choice, type: setup.variables["TERM"] ?? ""), hasTrueColor: isReported)
    }

    /// - Parameter hasTrueColor: Whether the environment says that the terminal has 24-bit colours.
    static func features(_ detection: FeatureDetection?, hasTrueColor: Bool) -> [Check] {
        guard let detection else { return [Check("features", .ok, "unknown without a terminal")] }
        let name = Check("terminal name", .ok, detection.name?.string ?? "the terminal does not report its name")
        return [name]
            + detection.findings.map { finding in
                if hasTrueColor, finding.feature == FeatureDetection.colors {
                    return Check(
                        finding.feature.string, .ok, "used, because of an environment variable")
                }
                return Check(
                    finding.feature.string, .ok, "\(finding.answer.string); \(finding.isUsed ? "used" : "not used")")
            }
    }
}
