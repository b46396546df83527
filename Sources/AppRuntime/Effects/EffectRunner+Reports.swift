import CardSession
import Cards
import Dispatch
import Logging

/// Passes reports of what happens on the screen to the session. Only one write runs at a time; reports that arrive in
/// the meantime form the next batch.
extension EffectRunner {
    /// - Parameter isLast: Whether the loop is ending. The loop then no longer receives the message that an earlier
    ///   write ended, so these reports are written immediately.
    func report(_ reports: [EventReport], isLast: Bool = false) {
        waitingReports += reports
        if isLast { isReporting = false }
        writeReports()
    }

    func reported() {
        isReporting = false
        writeReports()
    }

    private func writeReports() {
        guard !isReporting, !waitingReports.isEmpty else { return }
        isReporting = true
        let batch = waitingReports
        waitingReports = []
        // The end of the program waits for this write, as it does for answers.
        answers.enter()
        runTask { [logger, answers] session, mailbox in
            defer { answers.leave() }
            await Self.write(batch, session, logger)
            mailbox.post(.reported)
        }
    }

    static func write(_ reports: EventReport..., to session: CardSession, _ logger: Logger) async {
        await write(reports, session, logger)
    }

    private static func write(_ reports: [EventReport], _ session: CardSession, _ logger: Logger) async {
        do throws(SessionError) { try await session.report(reports) } catch {
            logger.error(
                "the events for the publisher could not be stored", metadata: ["reason": "\(error.explanation)"])
        }
    }
}
