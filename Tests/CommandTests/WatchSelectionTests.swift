import AppRuntime
import Cards
import Testing

@testable import cardstream

/// Which streams and sources `watch` follows.
@Suite struct WatchSelectionTests {
    private let team = SourceConfig(name: "team", kind: "comapi", stream: "conversations", values: [:])
    private let crew = SourceConfig(name: "crew", kind: "comapi", stream: "crew", values: [:])

    private var setup: Setup {
        var config = Config()
        config.sources = [team, crew]
        return Setup(
            config: config, paths: Paths(environment: [:]), variables: [:], configurationFile: "config.toml")
    }

    @Test func `watch follows everything, some sources, or one stream`() throws {
        let all = try WatchSelection(setup, stream: nil, sources: [])
        #expect(all.feedStreams == ["inbox"] && all.sources == [team, crew])
        let one = try WatchSelection(setup, stream: nil, sources: ["crew"])
        #expect(one.feedStreams.isEmpty && one.sources == [crew])
        let stream = try WatchSelection(setup, stream: "conversations", sources: [])
        #expect(stream.feedStreams.isEmpty && stream.sources == [team])
        let feed = try WatchSelection(setup, stream: "ops", sources: [])
        #expect(feed.feedStreams == ["ops"] && feed.sources.isEmpty)
    }

    @Test func `watch says what it follows`() throws {
        let all = try WatchSelection(setup, stream: nil, sources: [])
        #expect(all.message == "following the feed (inbox) and team (conversations) and crew (crew)")
        #expect(try WatchSelection(setup, stream: nil, sources: ["crew"]).message == "following crew (crew)")
        #expect(WatchSelection.feed(setup).message == "following the feed (inbox)")
    }

    @Test func `unknown sources and streams are refused`() {
        #expect(throws: CommandFailure(.usage, "unknown source \"x\"; known: team, crew")) {
            try WatchSelection(setup, stream: nil, sources: ["x"])
        }
        #expect(throws: CommandFailure(.usage, "the chosen sources have no stream \"inbox\"")) {
            try WatchSelection(setup, stream: "inbox", sources: ["team"])
        }
    }
}
