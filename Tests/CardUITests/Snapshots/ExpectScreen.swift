import Canvas
import Foundation
import Support
import Testing

/// Compares a surface that was drawn with ``Theming/Theme/scopes`` with its snapshot in `__Screens__`, or records the
/// snapshot.
func expectScreen(
    _ surface: Surface, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try expect(ScopeSnapshot(surface).description, isIn: "\(name).txt", sourceLocation: sourceLocation)
}

/// Compares a surface that was drawn with a real theme. Its snapshot in `__Screens__/Colours` contains the colours
/// themselves. For a few screens only, so that a change to a theme changes few files.
func expectColours(
    _ surface: Surface, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let screen = Screen(surface)
    let parts = [screen.glyphs, ScopeSnapshot.rule, screen.styles, ScopeSnapshot.rule] + screen.legend
    try expect(parts.joined(separator: "\n"), isIn: "Colours/\(name).txt", sourceLocation: sourceLocation)
}

private func expect(_ drawn: String, isIn path: String, sourceLocation: SourceLocation) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "__Screens__")
    let file = folder.appending(path: path)
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
        try (drawn + "\n").write(to: file, atomically: true, encoding: .utf8)
        return
    }
    let recorded = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    guard let difference = SnapshotDifference(recorded: recorded, drawn: drawn + "\n") else { return }
    Issue.record(
        """
        \(path) in Tests/CardUITests/__Screens__ \(recorded.isEmpty ? "is not there" : "differs from what is drawn"):
        \(difference)
        If it shall look so: `make snapshots` records all snapshots again; review them as a diff.
        """, sourceLocation: sourceLocation)
}
