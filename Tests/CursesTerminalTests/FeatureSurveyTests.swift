import Canvas
import Testing

@testable import CursesTerminal

/// Serialised: the terminal database is read into globals.
@Suite(.serialized) struct FeatureSurveyTests {
    private func survey(_ answers: String, _ choice: FeatureChoice) throws -> (FeatureSurvey, PseudoTerminal) {
        let device = try PseudoTerminal(size: Size(columns: 80, rows: 24))
        device.type(answers)
        let survey = try #require(FeatureSurvey(choice, device: device.path, type: "xterm-256color"))
        #expect(device.isCooked && device.waitingInput == "")
        return (survey, device)
    }

    private func answers(_ survey: FeatureSurvey) -> [String] {
        survey.findings.map { "\($0.feature): \($0.answer)\($0.isUsed ? ", used" : "")" }
    }

    @Test func `what a terminal answers is reported, and nothing of it is set`() throws {
        let (survey, device) = try survey(
            "\u{1B}[?2026;2$y\u{1B}[?2027;3$y\u{1B}[?2031;0$y\u{1B}P>|ghostty 1.2.3\u{1B}\\\u{1B}P1+r5463\u{1B}\\\u{1B}[?62;22c",
            CursesTerminalTests.everything)
        #expect(survey.name == "ghostty 1.2.3")
        #expect(
            answers(survey) == [
                "synchronized output: yes, used", "grapheme clusters: always, used", "colour scheme reports: no",
                "size reports: no response", "progress: this terminal is known to support it, used",
                "notification buttons: no response", "24-bit colours: yes, used",
            ])
        let sent = device.output()
        #expect(sent.hasSuffix("\u{1B}[c\r\u{1B}[K") && !sent.contains("h\u{1B}") && !sent.contains("]9;4"))
    }

    @Test func `silence is reported as such`() throws {
        let (survey, _) = try survey("", CursesTerminalTests.everything)
        #expect(survey.name == nil)
        #expect(answers(survey).count { $0.hasSuffix("the terminal did not respond") } == 6)
        #expect(!survey.findings.contains { $0.isUsed })
    }

    @Test func `what the settings turn off is not asked`() throws {
        let (survey, device) = try survey("", FeatureChoice())
        #expect(device.output() == "")
        #expect(answers(survey).count { $0.hasSuffix("not asked") } == 6)
        #expect(FeatureSurvey(FeatureChoice(), device: "/dev/null", type: "xterm") == nil)
    }
}
