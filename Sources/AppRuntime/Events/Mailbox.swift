import Basics
import Cards

/// Where every thread leaves messages for the main thread. Posting never blocks for long and wakes the loop only
/// when the box was empty, so a flood of messages costs one wake-up.
///
/// Messages posted under the same key replace each other while they wait: of ten windows of one container that
/// arrive before the next frame only the last is looked at. The replacing message keeps the old one's place.
package final class Mailbox<Message: Sendable>: Sendable {
    private struct Waiting {
        var messages: [Message] = []
        var places: [AnyHashable: Int] = [:]
    }

    package let wakeUp: WakeUp
    private let waiting: Lock<Waiting>

    package init() {
        wakeUp = WakeUp()
        waiting = Lock(Waiting())
    }

    package func post(_ message: Message, replacing key: AnyHashable? = nil) {
        let wasEmpty = waiting.withLock { waiting in
            let wasEmpty = waiting.messages.isEmpty
            if let key, let place = waiting.places[key] {
                waiting.messages[place] = message
            } else {
                if let key { waiting.places[key] = waiting.messages.count }
                waiting.messages.append(message)
            }
            return wasEmpty
        }
        if wasEmpty { wakeUp.ring() }
    }

    /// All waiting messages in order; the box is empty afterwards.
    package func drain() -> [Message] {
        // Reset first: a message posted between the two rings again, and at worst the loop wakes for nothing.
        wakeUp.reset()
        return waiting.withLock { waiting in
            let messages = waiting.messages
            waiting.messages = []
            waiting.places.removeAll(keepingCapacity: true)
            return messages
        }
    }

    package var isEmpty: Bool { waiting.withLock { $0.messages.isEmpty } }
}
