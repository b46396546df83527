import Basics
import Cards

/// A queue through which all threads send messages to the main thread. Posting never blocks for long, and wakes up the
/// loop only if the queue was empty, so that many messages cause only one wake-up.
///
/// Messages posted with the same key replace each other while they wait: of ten windows for one container that arrive
/// before the next frame, only the last one is handled. The new message takes the position of the old one.
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

    /// Returns all waiting messages in order, and empties the queue.
    package func drain() -> [Message] {
        // Resets the wake-up first: a message posted in between rings again, and at worst the loop wakes up for
        // nothing.
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
