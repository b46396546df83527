import Basics
import FeedStorage

/// The hints that have arrived and were not taken yet. Their number is limited: too many become one that says everything.
final class HintBox: Sendable {
    let arrived: AsyncStream<Void>
    private let arrive: AsyncStream<Void>.Continuation
    private let hints = Lock(FeedHints())

    private static let mostNames = 10_000

    init() { (arrived, arrive) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func take() -> FeedHints {
        hints.withLock { hints in
            let taken = hints
            hints.changed = FeedEffects()
            hints.isEverything = false
            return taken
        }
    }

    /// - Parameter effects: Nil for anything.
    func add(_ effects: FeedEffects?) {
        hints.withLock { hints in
            if let effects { hints.changed.formUnion(effects) } else { hints.isEverything = true }
            if hints.changed.feeds.count + hints.changed.asks.count > Self.mostNames {
                hints.changed = FeedEffects()
                hints.isEverything = true
            }
        }
        arrive.yield()
    }

    var isListening: Bool { hints.withLock { $0.isListening } }

    /// Those of before are missing when listening begins.
    func setListening(_ isListening: Bool) {
        hints.withLock { hints in
            hints.isListening = isListening
            if isListening { hints.isEverything = true }
        }
        arrive.yield()
    }

    func close() { arrive.finish() }
}
