import CardStore
import Cards

/// What one viewer shows: the last window that it received.
// Invariant: used by the only thread of the process.
final class Screen: @unchecked Sendable {
    static let query = FeedQuery(streamID: World.stream, before: 0, after: 8)

    private(set) var window: CardWindow?
    private var observation: CardObservation?
    private let world: World
    private let viewer: ViewerProcess

    init(_ world: World, _ viewer: ViewerProcess, _ database: CardDatabase) {
        self.world = world
        self.viewer = viewer
        observation = database.observe(Self.query, clock: { viewer.now }) { [weak self] result in self?.show(result) }
    }

    func close() {
        observation?.cancel()
        observation = nil
    }

    private func show(_ result: Result<CardWindow, StoreError>) {
        guard observation != nil || window == nil else { return }
        switch result {
        case .failure(let error):
            if error != .closed { world.oracle.fail("\(viewer.name) cannot read its store: \(error)") }
        case .success(let window):
            if world.mutation == .missedWindow, self.window != nil, world.random.chance(0.1) { return }
            self.window = window
            world.oracle.check(window, viewer)
        }
    }
}
