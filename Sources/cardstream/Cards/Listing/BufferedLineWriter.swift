internal import Basics
internal import Canvas
internal import Cards
internal import Glibc

/// Writes lines to standard output in batches of about 32 kB.
final class BufferedLineWriter: Sendable {
    private struct State {
        var text = ""
        var count = 0
    }

    private let state = Lock(State())

    var count: Int { state.withLock { $0.count } }

    func add(_ json: JSONValue) { append(PrintableJSON.text(json.encoded())) }

    func add(_ line: SafeText) { append(line.string) }

    private func append(_ line: String) {
        let full = state.withLock { state -> String? in
            state.count += 1
            state.text += line
            state.text += "\n"
            guard state.text.utf8.count > 32_768 else { return nil }
            defer { state.text = "" }
            return state.text
        }
        if let full { Console.write(full, to: STDOUT_FILENO) }
    }

    func flush() {
        let rest = state.withLock { state in
            defer { state.text = "" }
            return state.text
        }
        Console.write(rest, to: STDOUT_FILENO)
    }
}
