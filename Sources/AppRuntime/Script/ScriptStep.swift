internal import AppCore
import Basics
package import Canvas
internal import Cards

/// A step of a script that controls the viewer without a terminal. `cardstream view --help` describes the language.
package enum ScriptStep: Equatable, Sendable {
    /// Presses keys by name: `press j j enter ctrl-d`.
    case press([KeyChord])
    /// Types characters literally: `type hello there`.
    case type(String)
    /// A bracketed paste: `paste some text`.
    case paste(String)
    /// A click: `click COLUMN,ROW`, starting at 0.
    case click(Point)
    /// A turn of the mouse wheel: `wheel ROWS`, negative towards the start.
    case wheel(Int)
    /// Resizes the terminal: `size 100x30`.
    case size(Size)
    /// `wait-for TEXT`: waits until the screen shows the text.
    case waitFor(String)
    /// `wait-gone TEXT`: waits until the screen no longer shows the text.
    case waitGone(String)
    /// `expect TEXT`: fails if the screen does not show the text.
    case expect(String)
    /// `screen [NAME]`: prints the screen.
    case screen(name: String?)
    /// `advance 90m`: advances the viewer's clock.
    case advance(seconds: Double)

    /// The maximum seconds that `wait-for` and `wait-gone` wait.
    package static let timeout = 10.0
}

/// The reason why a line is not a valid step.
struct ScriptSyntaxError: Error, Equatable {
    var message: String
}

extension ScriptStep {
    private static let names = [
        "press", "type", "paste", "click", "wheel", "size", "wait-for", "wait-gone", "expect", "screen", "advance",
    ]

    init(_ line: Substring) throws(ScriptSyntaxError) {
        let parts = line.split(separator: " ", maxSplits: 1)
        let name = String(parts[0])
        let rest = parts.count > 1 ? String(parts[1]) : ""
        func text() throws(ScriptSyntaxError) -> String {
            guard !rest.isEmpty else {
                throw ScriptSyntaxError(message: "\(name) needs text, for example: \(name) hello")
            }
            return rest
        }
        switch name {
        case "press":
            guard !rest.isEmpty else {
                throw ScriptSyntaxError(message: "press needs keys, for example: press j enter")
            }
            do { self = .press(try KeySequence.read(rest)) } catch { throw ScriptSyntaxError(message: "\(error)") }
        case "type": self = .type(try text())
        case "paste": self = .paste(try text())
        case "wait-for": self = .waitFor(try text())
        case "wait-gone": self = .waitGone(try text())
        case "expect": self = .expect(try text())
        case "screen": self = .screen(name: rest.isEmpty ? nil : rest)
        case "size":
            guard let size = Size(script: rest) else {
                throw ScriptSyntaxError(message: "size needs COLUMNSxROWS, for example: size 100x30")
            }
            self = .size(size)
        case "click":
            let numbers = rest.split(separator: ",").compactMap { Int($0) }
            guard numbers.count == 2 else {
                throw ScriptSyntaxError(message: "click needs COLUMN,ROW, for example: click 12,4")
            }
            self = .click(Point(column: numbers[0], row: numbers[1]))
        case "wheel":
            guard let rows = Int(rest) else {
                throw ScriptSyntaxError(message: "wheel needs a number of rows, for example: wheel 3")
            }
            self = .wheel(rows)
        case "advance":
            guard let duration = CardDuration(rest) else {
                throw ScriptSyntaxError(message: "advance needs \(CardDuration.expected)")
            }
            self = .advance(seconds: duration.length)
        default:
            let guess = Spelling.nearest(to: name, among: Self.names).map { "; did you mean \"\($0)\"?" }
            throw ScriptSyntaxError(
                message: "unknown step \"\(name)\"" + (guess ?? "; known: \(Self.names.joined(separator: ", "))"))
        }
    }
}

extension Size {
    /// Parses a size such as `100x30`, from 1x1 to 1000x1000, the sizes that the viewer supports.
    package init?(script text: String) {
        let numbers = text.split(separator: "x").compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ (1...1000).contains($0) }) else { return nil }
        self.init(columns: numbers[0], rows: numbers[1])
    }
}
