import AppCore
import CardSession
import Cards

/// The history of the user's actions, and snoozed cards.
extension EffectRunner {
    func start(_ effect: HistoryEffect) {
        runTask { [variables] session, mailbox in
            do throws(SessionError) {
                let event: HistoryEvent
                switch effect {
                case .read: event = .history(try await session.history())
                case .readSnoozed(let streams):
                    event = .snoozed(try await session.snoozedCards(in: streams, variables: variables))
                case .wake(let card, let stream):
                    try await session.wake(card, in: stream)
                    event = .woken(card, stream)
                }
                mailbox.post(.history(event))
            } catch {
                mailbox.post(.history(.failed(reason: error.explanation)))
            }
        }
    }
}
