import AppCore
import AppRuntime
import Basics
import Canvas
import CardSession
import Cards
import Foundation
import Support
import Testing

/// Videos, from the key to the events in the store, with a player that prints what mpv prints.
@Suite(.timeLimit(.minutes(1))) struct VideoTests {
    private static let address = "https://example.org/a.mp4"

    /// mpv's output with the options it is given (see its manual: `--term-playing-msg`, and the reasons for the end).
    /// Its own messages and the one that we request belong to two modules, each of which is silent unless its level is
    /// raised.
    private func opener(
        _ directory: TemporaryDirectory, playing: Bool = true, ending: String, status: Int = 0
    ) throws -> LinkOpener {
        let path = "\(directory.path)/player"
        let script = """
            #!/bin/sh
            for word in "$@"; do
                case $word in --term-playing-msg=*) message=${word#*=} ;; --msg-level=*) levels=,${word#*=}, ;; esac
            done
            say() { case $levels in *,$1=info,*) printf '%s\n' "$2" ;; esac }
            say cplayer " (+) Video --vid=1 (h264 64x64 25.000fps)"
            \(playing ? #"say term-msg "$message""# : "say cplayer 'Failed to open it.'")
            say cplayer "Exiting... (\(ending))"
            exit \(status)

            """
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return LinkOpener(environment: ["DISPLAY": ":0"], player: path)
    }

    /// Finishes a stream when its last callback is released.
    private final class StreamFinisher: Sendable {
        let stages: AsyncStream<VideoStage>.Continuation

        init(_ stages: AsyncStream<VideoStage>.Continuation) { self.stages = stages }

        deinit { stages.finish() }
    }

    private func stages(_ opener: LinkOpener) async -> [VideoStage] {
        let (stream, continuation) = AsyncStream.makeStream(of: VideoStage.self)
        start(opener, StreamFinisher(continuation))
        var stages: [VideoStage] = []
        for await stage in stream { stages.append(stage) }
        return stages
    }

    private func start(_ opener: LinkOpener, _ finisher: StreamFinisher) {
        #expect(opener.play(Self.address) { finisher.stages.yield($0) } == .opened)
    }

    @Test func `a video that plays to its end is distinguished from one that the user quits`() async throws {
        let directory = try TemporaryDirectory()
        #expect(await stages(try opener(directory, ending: "End of file")) == [.started, .completed])
        #expect(await stages(try opener(directory, ending: "Quit")) == [.started])
        #expect(await stages(try opener(directory, ending: "Some errors happened", status: 3)) == [.started])
    }

    @Test func `a video that cannot be played is reported as failed and not as started`() async throws {
        let directory = try TemporaryDirectory()
        let opener = try opener(directory, playing: false, ending: "Errors when loading file", status: 2)
        #expect(await stages(opener) == [.failed])
    }

    @Test func `for a video in a browser, only the start is reported`() async {
        #expect(await stages(LinkOpener(environment: ["BROWSER": "true"])) == [.started])
    }

    @Test func `output of a player after the viewer has ended does not end the player`() async throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/player"
        let script = "#!/bin/sh\nexec 3>&1\ntrap\nkill -PIPE $$\ntouch \(directory.path)/alive\n"
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        _ = await stages(LinkOpener(environment: ["DISPLAY": ":0"], player: path))
        #expect(FileManager.default.fileExists(atPath: "\(directory.path)/alive"))
    }

    /// The events that an observer of a session received.
    private final class RecordedEvents: Sendable {
        private let events = Lock<[SDKEvent]>([])
        var all: [SDKEvent] { events.withLock { $0 } }

        init(of session: CardSession) {
            session.observeEvents { [events] event in events.withLock { $0.append(event) } }
        }
    }

    /// Symbols: event-videoPlayed, event-videoCompleted
    @Test func `playing and completing a card's video are events`() async throws {
        let directory = try TemporaryDirectory()
        let app = try await HeadlessApp(
            cards: [
                makeBody(components: [.media(Card.Media(kind: .video, url: Self.address, alternativeText: "A walk"))])
            ],
            links: try opener(directory, ending: "End of file"))
        let events = RecordedEvents(of: app.session)
        await app.connect()
        #expect(
            app.player.wait { screen in (0..<screen.size.rows).contains { screen.text(row: $0).contains("A walk") } })
        app.press("tab", "enter")
        let deadline = ContinuousClock.now + .seconds(20)
        func videos() -> [SDKEvent] { events.all.filter { [.videoPlayed, .videoCompleted].contains($0.kind) } }
        while videos().count < 2, .now < deadline { try await Task.sleep(for: .milliseconds(2)) }
        #expect(
            Set(videos().map(\.detail)) == [.videoPlayed(url: Self.address), .videoCompleted(url: Self.address)])
        #expect(videos().allSatisfy { $0.streamID == HeadlessApp.stream && $0.report.view == .own })
        #expect(Set(videos().map(\.cardID)).count == 1)
        await app.session.close()
    }
}
