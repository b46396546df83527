import Canvas
import Testing

@testable import CursesTerminal

/// Serialised, because the terminal database is read into globals.
@Suite(.serialized) struct FeatureDetectionTests {
    private func detection(_ answers: String, _ choice: FeatureChoice) throws -> (FeatureDetection, PseudoTerminal) {
        let device = try PseudoTerminal(size: Size(columns: 80, rows: 24))
        device.type(answers)
        let detection = try #require(FeatureDetection(choice, device: device.path, type: "xterm-256color"))
        #expect(device.isCooked && device.waitingInput == "")
        return (detection, device)
    }

    private func answers(_ detection: FeatureDetection) -> [String] {
        detection.findings.map { "\($0.feature): \($0.answer)\($0.isUsed ? ", used" : "")" }
    }

    @Test func `detection reports the terminal's responses and sets no mode`() throws {
        let (detection, device) = try detection(
            "\u{1B}[?2026;2$y\u{1B}[?2027;3$y\u{1B}[?2031;0$y\u{1B}P>|ghostty 1.2.3\u{1B}\\\u{1B}P1+r5463\u{1B}\\\u{1B}[?62;22c",
            CursesTerminalTests.everything)
        #expect(detection.name == "ghostty 1.2.3")
        #expect(
            answers(detection) == [
                "synchronized output: yes, used", "grapheme clusters: always, used", "colour scheme reports: no",
                "size reports: no response", "progress: this terminal is known to support it, used",
                "notification buttons: no response", "24-bit colours: yes, used",
            ])
        let sent = device.output()
        #expect(sent.hasSuffix("\u{1B}[c\r\u{1B}[K") && !sent.contains("h\u{1B}") && !sent.contains("]9;4"))
    }

    @Test func `a terminal that does not respond is reported as such`() throws {
        let (detection, _) = try detection("", CursesTerminalTests.everything)
        #expect(detection.name == nil)
        #expect(answers(detection).count { $0.hasSuffix("the terminal did not respond") } == 6)
        #expect(!detection.findings.contains { $0.isUsed })
    }

    @Test func `features that are turned off are not queried`() throws {
        let (detection, device) = try detection("", FeatureChoice())
        #expect(device.output() == "")
        #expect(answers(detection).count { $0.hasSuffix("not asked") } == 6)
        #expect(FeatureDetection(FeatureChoice(), device: "/dev/null", type: "xterm") == nil)
    }
}
