import AppCore
import CardSession
import Cards
import Dispatch
import Logging

/// Stores answers and drafts.
extension EffectRunner {
    /// - Parameter state: The current state of the screen, for the details of events.
    func respond(_ response: CardResponse, to card: CardID, in stream: StreamID, _ state: AppState?) {
        var origin = state?.place(of: card) ?? ResponseOrigin()
        origin.entered = state?.entered(for: response, of: card) ?? [:]
        // No undo window for a frequently revised card: each change withdraws a held answer, which would never be sent.
        let undoWindow = state?.isFrequentlyRevised(card) == true ? 0 : undoWindow
        logger.debug("acting", metadata: ["card": "\(card)", "action": "\(response.actionName)"])
        // A reply takes the content of the card's draft. Both are stored together, so that after a crash the sent text
        // does not reappear in a field.
        let place = response.kind == .reply ? DraftKeeper.Place(card: card, stream: stream) : nil
        if let place { drafts.hold(place) }
        let draft: DraftChange = place == nil ? .none : .replaced(by: state?.forms[card]?.draft)
        let earlier = [place == nil ? nil : draftWrite, replyWrite].compactMap { $0 }
        let shown = state?.subject(card)?.card
        answers.enter()
        let task = runTask { [logger, answers, signer, origin] session, mailbox in
            defer { answers.leave() }
            var origin = origin
            do throws(AnswerSigner.Failure) {
                // The answer is signed before it is stored: an answer that cannot be signed is never sent, and the card
                // does not change.
                if let shown { origin.proofs[card] = try await signer.proof(of: response, to: shown) }
            } catch {
                logger.error("the answer is not signed", metadata: ["card": "\(card)", "reason": "\(error.text)"])
                if let place { mailbox.post(.replySettled(place)) }
                return mailbox.post(.responseSettled(card, response, .failed(reason: error.text)))
            }
            // A draft that is being written may contain the text of this reply, and a reply must be stored before the
            // ones after it.
            for task in earlier { await task.value }
            let outcome: ResponseOutcome
            do throws(SessionError) {
                outcome = .queued(
                    until: try await session.respond(
                        to: card, in: stream, with: response, undoWindow: undoWindow, from: origin, draft: draft))
            } catch {
                logger.error(
                    "the action was not stored",
                    metadata: ["card": "\(card)", "reason": "\(error.explanation)"])
                outcome = .failed(reason: error.explanation)
            }
            if let place { mailbox.post(.replySettled(place)) }
            mailbox.post(.responseSettled(card, response, outcome))
        }
        storeAnswers(in: task)
        if place != nil { replyWrite = task }
    }

    func replySettled(at place: DraftKeeper.Place) {
        drafts.release(place)
        writeDrafts()
    }

    /// Writes the waiting drafts, if no write is running. When the write ends, the next one starts.
    func writeDrafts() {
        let batch = drafts.begin()
        guard !batch.isEmpty else { return }
        draftWrite = runTask { [logger] session, mailbox in
            var failed: Set<DraftKeeper.Place> = []
            for change in batch {
                do throws(SessionError) {
                    try await session.saveDraft(
                        change.draft, changedFrom: change.earlier, of: change.place.card, in: change.place.stream)
                } catch {
                    failed.insert(change.place)
                    logger.error("the draft is not stored", metadata: ["reason": "\(error.explanation)"])
                }
            }
            mailbox.post(.draftsWritten(failed: failed))
        }
    }

    func draftsWritten(failed: Set<DraftKeeper.Place>) {
        drafts.end(failed: failed)
        writeDrafts()
    }
}
