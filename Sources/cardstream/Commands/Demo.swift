internal import AppRuntime
internal import ArgumentParser
internal import Glibc

/// `cardstream demo`: the viewer on a server of its own that fills itself with sample cards.
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look around with living sample cards; nothing is kept.",
        discussion: """
            Runs a server that only this machine can reach, in a directory that is removed at the end.

            EXAMPLES
              cardstream demo
              cardstream demo --theme light
            """)

    @OptionGroup(title: "Settings")
    var options: ConfigOptions

    @OptionGroup(title: "Viewer")
    var viewer: ViewerOptions

    func run() throws {
        let signals = Signals()
        var setup = try options.load(viewer.flags)
        setup.config.server = nil
        let directory = try Self.temporaryDirectory(setup.variables)
        defer { PrivateFile.removeTree(directory) }
        try Viewer(setup: setup, signals: signals, demoDirectory: directory).run()
    }

    /// A private directory for one run.
    static func temporaryDirectory(_ variables: [String: String]) throws -> String {
        let root = variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(root)/cardstream-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw FileProblem(path: root, doing: "make a directory in", code: errno)
        }
        return template.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { String(cString: $0) } ?? root }
    }
}
