import AppCore
package import Canvas

import struct Foundation.Date

/// Plays a script with the real event loop and a terminal in memory, for tests and bug reports.
///
/// After each step it waits until the program is idle; see ``AppLoop/settle()``.
package struct ScriptPlayer {
    private let loop: AppLoop<MemoryTerminal>
    private let output: (String) -> Void
    private let format: (Surface, String?) -> String

    /// - Parameters:
    ///   - format: Formats a screen and its name for output. By default: a line with name and size, then the text.
    ///   - output: Prints each screen.
    package init(
        loop: AppLoop<MemoryTerminal>, format: @escaping (Surface, String?) -> String = Self.titledText,
        output: @escaping (String) -> Void
    ) {
        self.loop = loop
        self.format = format
        self.output = output
    }

    /// Plays all steps, and returns the program's exit status. Throws if there are steps after the program's end,
    /// because their expectations would not be checked.
    package func play(_ script: Script) throws(ScriptError) -> ExitStatus {
        settle()
        var ending = "before the first step"
        for line in script.lines {
            do throws(ScriptSyntaxError) {
                if loop.exit != nil {
                    throw ScriptSyntaxError(message: "the program ended \(ending); this step was not played")
                }
                try play(line.step)
            } catch {
                throw ScriptError(file: script.file, line: line.number, message: error.message)
            }
            ending = "on line \(line.number)"
        }
        return loop.exit ?? .ok
    }

    /// Runs the loop until it is idle.
    package func settle() { loop.settle() }

    /// Runs the loop until the condition holds for the screen. Returns false if it does not hold in time.
    package func wait(seconds: Double = ScriptStep.timeout, until holds: (Surface) -> Bool) -> Bool {
        let end = AppClock.monotonic + seconds
        while true {
            loop.paint()
            if holds(loop.terminal.screen) { return true }
            guard loop.exit == nil, AppClock.monotonic < end else { return false }
            loop.turn(limit: 0.05)
        }
    }

    /// Types keys, and waits after each until the loop is idle. Returns the number of keys that were handled before the
    /// program ended.
    @discardableResult
    package func press(_ chords: [KeyChord]) -> Int {
        for (count, chord) in chords.enumerated() {
            guard loop.exit == nil else { return count }
            loop.terminal.feed(.key(chord))
            loop.receiveInput()
            settle()
        }
        return chords.count
    }

    private func pressAll(_ chords: [KeyChord]) throws(ScriptSyntaxError) {
        let count = press(chords)
        guard count < chords.count else { return }
        let last = KeySequence.text([chords[count - 1]])
        throw ScriptSyntaxError(
            message:
                "the program ended after \"\(last)\"; keys not pressed: \(KeySequence.text(Array(chords[count...])))")
    }

    private func play(_ step: ScriptStep) throws(ScriptSyntaxError) {
        switch step {
        case .press(let chords): try pressAll(chords)
        case .type(let text): try pressAll(text.map { KeyChord(.character($0)) })
        case .paste(let text): feed(.paste(text))
        case .click(let point):
            loop.state.settleForClick()
            feed(.mouse(MouseEvent(.press(.left), at: point)))
        case .wheel(let rows):
            loop.send(.wheelTurned(rows))
            settle()
        case .size(let size):
            loop.terminal.resize(to: size)
            loop.resize()
            settle()
        case .advance(let seconds):
            loop.clock.advance(by: seconds)
            loop.send(.timePassed)
            loop.runner.shortenUndoWindows(by: seconds)
            settle()
        case .waitFor(let text):
            guard wait(until: { Self.shows(text, $0) }) else {
                throw ScriptSyntaxError(
                    message: "waited \(Int(ScriptStep.timeout)) seconds for \"\(text)\"; \(picture)")
            }
        case .waitGone(let text):
            guard wait(until: { !Self.shows(text, $0) }) else {
                throw ScriptSyntaxError(
                    message: "\"\(text)\" was still on the screen after \(Int(ScriptStep.timeout)) seconds; \(picture)")
            }
        case .expect(let text):
            guard Self.shows(text, loop.terminal.screen) else {
                throw ScriptSyntaxError(message: "\"\(text)\" is not on the screen; \(picture)")
            }
        case .screen(let name): output(format(loop.terminal.screen, name))
        }
    }

    private func feed(_ event: InputEvent) {
        loop.terminal.feed(event)
        loop.receiveInput()
        settle()
    }

    private var picture: String { "the screen shows:\n\(Self.text(of: loop.terminal.screen))" }

    /// A line with the screen's name and size, followed by its text.
    package static func titledText(of screen: Surface, name: String?) -> String {
        let title = name.map { "\($0) " } ?? ""
        return "--- \(title)\(screen.size.columns)x\(screen.size.rows)\n\(text(of: screen))"
    }

    /// The rows as text, without trailing blanks.
    package static func text(of screen: Surface) -> String {
        (0..<screen.size.rows).map { row in
            var text = Substring(screen.text(row: row))
            while text.last == " " { text.removeLast() }
            return String(text)
        }.joined(separator: "\n")
    }

    private static func shows(_ text: String, _ screen: Surface) -> Bool {
        (0..<screen.size.rows).contains { screen.text(row: $0).firstRange(of: text) != nil }
    }
}
