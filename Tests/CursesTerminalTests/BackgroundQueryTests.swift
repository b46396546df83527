import Canvas
import Testing

@testable import CursesTerminal

extension CursesTerminalTests {
    /// A terminal that has presented its first frame, and the bytes of that frame.
    private func asking(
        _ device: PseudoTerminal, pictures: PictureChoice = .off, colors: ColorSupport? = nil
    ) throws -> (CursesTerminal, String) {
        let terminal = try open(device, colors: colors, pictures: pictures, asksBackground: true)
        var frame = Frame(surface: Surface(size: terminal.size))
        return (terminal, present(&frame, on: terminal, device) { $0.write("x", at: .zero, style: .default) })
    }

    @Test func `the background is queried after the first frame, before the query that every terminal answers`() throws
    {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, first) = try asking(device)
        #expect(first.hasSuffix("\u{1B}]11;?\u{07}\u{1B}[?996n\u{1B}[c"), "\(first.debugDescription)")
        device.type("j\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{07}\u{1B}[?997;1n\u{1B}[?62;22ck")
        let keys = ["j", "k"].map { InputEvent.key(KeyChord(.character($0))) }
        // The background colour takes precedence over the reported preference (`?997`).
        #expect(terminal.readInput() == keys + [.colorScheme(.light)])
        #expect(device.output() == "" && terminal.readInput().isEmpty)
    }

    @Test func `with pictures, all queries are one round`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (_, first) = try asking(device, pictures: .ask)
        #expect(
            first.hasSuffix("\u{1B}]11;?\u{07}\u{1B}[?996n" + GraphicsProbe.question), "\(first.debugDescription)")
    }

    @Test func `a reported change of the scheme queries the background again`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try asking(device)
        device.type("\u{1B}]11;rgb:0/0/0\u{07}\u{1B}[?997;1n\u{1B}[?62c")
        #expect(terminal.readInput() == [.colorScheme(.dark)])
        device.type("\u{1B}[?997;2n")
        #expect(terminal.readInput().isEmpty)
        #expect(device.output() == BackgroundQuery.colorQuestion)
        device.type("\u{1B}]11;rgb:ff/ff/ff\u{07}")
        #expect(terminal.readInput() == [.colorScheme(.light)])
    }

    @Test func `without a colour, the reported scheme is used`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try asking(device)
        device.type("\u{1B}[?997;2n\u{1B}[?62c")
        #expect(terminal.readInput() == [.colorScheme(.light)])
        device.type("\u{1B}[?997;1n")
        #expect(terminal.readInput() == [.colorScheme(.dark)])
        #expect(device.output() == "")
    }

    @Test func `a program that ends immediately consumes the responses about the background`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try asking(device)
        device.type("\u{1B}]11;rgb:0/0/0\u{07}\u{1B}[?62c")
        terminal.release()
        #expect(device.waitingInput == "")
    }

    @Test func `without colours, the background is not queried`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (_, first) = try asking(device, colors: ColorSupport.none)
        #expect(!first.contains("\u{1B}]11") && !first.contains("996"))
    }
}
