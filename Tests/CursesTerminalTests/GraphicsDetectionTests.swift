import Canvas
import Glibc
import Testing

@testable import CursesTerminal

/// Serialised, because the terminal database is read into globals.
@Suite(.serialized) struct GraphicsDetectionTests {
    @Test func `a terminal with sixels is reported as one, and left as it was`() throws {
        let device = try PseudoTerminal(size: Size(columns: 80, rows: 24))
        // Typed before the query is sent, which is equivalent to a response.
        device.type("\u{1B}P>|foot(1.16.2)\u{1B}\\\u{1B}[6;18;9t\u{1B}[?62;4;22c")
        let detection = try #require(
            GraphicsDetection(.ask, device: device.path, type: "xterm-256color", colors: nil))
        #expect(detection.support == PictureSupport(method: .sixel, cellPixels: Size(columns: 9, rows: 18)))
        #expect(detection.reason == "foot(1.16.2) supports sixels")
        #expect(device.isCooked)
        #expect(device.output().hasSuffix("\u{1B}[c"))
    }

    @Test func `a terminal that does not answer draws symbols`() throws {
        let device = try PseudoTerminal(size: Size(columns: 80, rows: 24))
        let detection = try #require(
            GraphicsDetection(.ask, device: device.path, type: "xterm-256color", colors: nil))
        #expect(detection.support.method == .symbols)
        #expect(detection.reason == "the terminal did not respond")
        #expect(device.isCooked)
    }

    @Test(arguments: [PictureChoice.off, .only(.kitty)])
    func `nothing is asked where the settings decide`(_ choice: PictureChoice) throws {
        let device = try PseudoTerminal(size: Size(columns: 80, rows: 24))
        let detection = try #require(
            GraphicsDetection(choice, device: device.path, type: "xterm-256color", colors: nil))
        #expect(detection.support.method == (choice == .off ? nil : .kitty))
        #expect(device.output() == "")
    }

    @Test func `without a terminal, there is nothing to detect`() {
        #expect(GraphicsDetection(.ask, device: "/dev/null", type: "xterm", colors: nil) == nil)
    }
}
