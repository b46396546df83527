import Canvas
import Cards
import Support
import Testing

@testable import AppCore

struct PictureGalleryTests {
    private func request(_ name: String) -> PictureRequest {
        PictureRequest(address: "https://example.org/\(name).png", box: Size(columns: 4, rows: 2))
    }

    private func picture(rows: Int = 2) -> Picture {
        let size = Size(columns: 4, rows: rows)
        return Picture(size: size, content: .cells(Array(repeating: .blank, count: size.columns * size.rows)))
    }

    private func report(_ names: String...) -> FrameReport { FrameReport(pictures: names.map(request)) }

    @Test func `pictures with a place in the frame are requested once, from the top`() {
        var state = AppState.given(["c1"])
        #expect(state.adopt(report("a", "b", "a")) == [.showPictures([request("a"), request("b")])])
        #expect(state.adopt(report("a", "b", "a")) == [])
    }

    @Test func `no picture is requested before the terminal's picture support is known`() {
        var state = AppState.given(["c1"])
        state.settings.features.pictures = .symbols
        state.settings.features.awaitsPictures = true
        #expect(state.adopt(report("a")) == [])
        _ = update(&state, .picturesSupported(PictureSupport(method: .sixel)), at: .fixed)
        #expect(state.settings.features.pictures.method == .sixel)
        #expect(state.adopt(report("a")) == [.showPictures([request("a")])])
    }

    @Test func `loaded pictures are not requested again, and the others are`() {
        var state = AppState.given(["c1"])
        _ = state.adopt(report("a", "b"))
        #expect(update(&state, .pictureSettled(request("a"), .ready(picture())), at: .fixed) == [])
        #expect(state.adopt(report("a", "b")) == [])
        _ = update(&state, .pictureSettled(request("b"), .failed(reason: "no")), at: .fixed)
        #expect(state.adopt(report("a", "b")) == [])
        #expect(state.gallery[request("b")] == .failed(reason: "no"))
    }

    @Test func `requests for pictures that scroll away are cancelled, and repeated when they are visible again`() {
        var state = AppState.given(["c1"])
        _ = state.adopt(report("a"))
        #expect(state.adopt(report("b")) == [.showPictures([request("b")])])
        #expect(state.adopt(report()) == [.showPictures([])])
        #expect(state.adopt(report()) == [])
        #expect(state.adopt(report("a")) == [.showPictures([request("a")])])
    }

    @Test func `a refresh requests failed pictures again`() {
        var state = AppState.given(["c1"])
        _ = state.adopt(report("a"))
        _ = update(&state, .pictureSettled(request("a"), .failed(reason: "no connection")), at: .fixed)
        _ = update(&state, .command(.refresh), at: .fixed)
        #expect(state.adopt(report("a")) == [.showPictures([request("a")])])
    }

    @Test func `a restored connection requests failed pictures again`() {
        var state = AppState.given(["c1"])
        _ = update(
            &state,
            .syncStatusChanged(
                SyncStatus(connection: .offline(since: .fixed, .unreachable(server: "a")))), at: .fixed)
        _ = state.adopt(report("a"))
        _ = update(&state, .pictureSettled(request("a"), .failed(reason: "no connection")), at: .fixed)
        _ = update(&state, .syncStatusChanged(.online), at: .fixed)
        #expect(state.adopt(report("a")) == [.showPictures([request("a")])])
    }

    @Test func `memory is bounded, and visible pictures stay`() {
        var gallery = PictureGallery()
        let cost = picture(rows: 500).cost
        let count = PictureGallery.maxBytes / cost + 20
        for number in 0..<count {
            _ = gallery.show([request("\(number)")])
            gallery.receive(request("\(number)"), .ready(picture(rows: 500)))
        }
        let kept = (0..<count).filter { if case .ready = gallery[request("\($0)")] { true } else { false } }
        #expect(kept.count * cost <= PictureGallery.maxBytes)
        #expect(kept.contains(count - 1) && !kept.contains(0))
    }
}
