import AppCore
import CardSession
import Cards
import Dispatch
import Logging

/// Marked cards. All cards of a long stream may be marked, so none of this runs on the main thread.
extension EffectRunner {
    /// The number of card bodies to check in one step.
    private static let step = 200

    /// - Parameter state: The current state of the screen, for the details of events.
    func start(_ effect: MarksEffect, in state: AppState?) {
        switch effect {
        case .read(let container, let query, let from, let to, let cards):
            let ends = from.flatMap { from in to.map { (from, $0) } }
            read(container, query, ends) { cards.union($0) }
        case .match(let container, let query, let cards):
            read(container, query, nil) { cards.intersection($0) }
        case .review(let container, let stream, let cards, let action):
            review(action, of: cards, container, stream)
        case .respond(let plan, let response):
            respond(response, to: plan, from: state?.place(of: plan) ?? ResponseOrigin())
        }
    }

    private func read(
        _ container: ContainerID, _ query: FeedQuery, _ ends: (CardID, CardID)?,
        marking: @escaping @Sendable (Set<CardID>) -> Set<CardID>
    ) {
        runTask { session, mailbox in
            let outcome: MarksOutcome
            do throws(SessionError) {
                outcome = .read(marking(try await session.cards(of: query, between: ends)))
            } catch {
                outcome = .failed(reason: error.explanation)
            }
            mailbox.post(.marks(.read(container, outcome)))
        }
    }

    private func review(_ action: BulkAction, of cards: Set<CardID>, _ container: ContainerID, _ stream: StreamID) {
        runTask { session, mailbox in
            let outcome: ReviewOutcome
            do throws(SessionError) {
                // The cards are in order, because the message about them names the first.
                let all = try await session.inOrder(cards, in: stream)
                var allowed: [CardID] = []
                for start in stride(from: 0, to: all.count, by: Self.step) {
                    let step = all[start..<min(start + Self.step, all.count)]
                    let bodies = try await session.bodies(of: step, in: stream)
                    allowed += step.filter { id in bodies[id].map { action.isOffered(by: $0) } ?? false }
                }
                outcome = .reviewed(
                    BulkPlan(
                        action: action, container: container, stream: stream, cards: allowed,
                        skipped: cards.count - allowed.count))
            } catch {
                outcome = .failed(reason: error.explanation)
            }
            mailbox.post(.marks(.reviewed(outcome)))
        }
    }

    private func respond(_ response: CardResponse, to plan: BulkPlan, from origin: ResponseOrigin) {
        logger.debug("acting", metadata: ["cards": "\(plan.cards.count)", "action": "\(response.actionName)"])
        answers.enter()
        let task = runTask { [logger, undoWindow, answers] session, mailbox in
            defer { answers.leave() }
            let outcome: BulkOutcome
            do throws(SessionError) {
                let (count, leaving) = try await session.answer(
                    plan.cards, in: plan.stream, with: response, undoWindow: undoWindow, from: origin)
                outcome = .queued(count, until: leaving)
            } catch {
                logger.error(
                    "not all actions were stored",
                    metadata: ["cards": "\(plan.cards.count)", "reason": "\(error.explanation)"])
                outcome = .failed(reason: error.explanation)
            }
            mailbox.post(.marks(.settled(plan, response, outcome)))
        }
        storeAnswers(in: task)
    }
}
