import Foundation
import Support
import Testing

/// Content that loads more inside a card, with the real program and its own feed.
@Suite(.serialized, .timeLimit(.minutes(2))) struct PageTests {
    private static let card = """
        {"lifecycleId":"talk","content":[{"type":"headline","text":"Lunch?"},
        {"type":"loadMore","text":"Older","page":"before-3"},{"type":"text","text":"Noon is fine."}LATER],
        "pages":{"before-3":[{"type":"loadMore","text":"Older","page":"before-2"},{"type":"text","text":"Shall we meet?"}],
        "before-2":[{"type":"text","text":"The beginning."}]}}
        """

    private func publish(_ later: String, in directory: TemporaryDirectory) throws {
        let places = ["config", "data", "state", "cache"].map {
            ("XDG_\($0.uppercased())_HOME", directory.url.appending(path: $0).path)
        }
        let own = ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8", "TZ": "UTC"]
        let result = try Command.finish(
            Command.cardstream, ["publish"], input: Self.card.replacing("LATER", with: later),
            environment: own.merging(places) { $1 })
        #expect(result.status == 0 && result.error.isEmpty, "\(result)")
    }

    @Test(arguments: [false, true]) func `pages are loaded one by one, and stay with the next edition`(
        isLinear: Bool
    ) throws {
        let directory = try TemporaryDirectory()
        try publish("", in: directory)
        let tmux = try Tmux(directory: directory.url, columns: 80, rows: 40)
        try tmux.run((isLinear ? "TERM=dumb " : "") + Command.cardstream)
        try tmux.wait("the card") { $0.contains("Noon is fine.") && !$0.contains("Shall we meet?") }
        if isLinear { try tmux.run("1") } else { try tmux.press("Tab", "Enter") }
        try tmux.wait("the first page") { $0.contains("Shall we meet?") && !$0.contains("The beginning.") }
        if isLinear { try tmux.run("1") } else { try tmux.press("Enter") }
        try tmux.wait("the second page") { $0.contains("The beginning.") }
        try publish(#",{"type":"text","text":"See you then."}"#, in: directory)
        try tmux.wait("the next edition") { $0.contains("See you then.") && $0.contains("The beginning.") }
    }
}
