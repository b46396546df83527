import AppRuntime
import Canvas
import Cards
import Support
import Testing
import ViewModels

struct AnnouncerTests {
    @Test func `every answer is read out, also those that followed each other at once`() {
        var state = AppState(
            size: Size(columns: 80, rows: 24), now: .fixed, zone: .utc,
            containers: [ContainerModel(id: ContainerID("main"), streamID: "ops")])
        var announcer = Announcer()
        _ = announcer.news(state)
        for text in ["one", "two", "two", "three"] { _ = update(&state, .noticed(text, at: .fixed)) }
        #expect(announcer.news(state).map(\.string) == ["one", "two", "two", "three"])
        #expect(announcer.news(state).isEmpty)
    }
}
