import Basics
import FeedStorage

/// Collects the hints that have arrived until they are taken. Their number is limited: too many are replaced by the
/// hint that anything may have changed.
final class HintBuffer: Sendable {
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

    /// - Parameter effects: The changes; nil if anything may have changed.
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

    /// Sets whether notices arrive. When listening begins, earlier notices were missed, so anything may have changed.
    func setListening(_ isListening: Bool) {
        hints.withLock { hints in
            hints.isListening = isListening
            if isListening { hints.isEverything = true }
        }
        arrive.yield()
    }

    func close() { arrive.finish() }
}
