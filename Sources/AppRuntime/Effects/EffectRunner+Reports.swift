import CardSession
import Cards
import Dispatch
import Logging

/// What happened on the screen, on its way to the session's events: one write at a time, and all that happens meanwhile
/// is the next one.
extension EffectRunner {
    /// - Parameter isLast: Whether the loop ends. It then no longer learns that earlier reports are written, so these
    ///   are written at once.
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
        // The end of the program waits for it as it does for answers.
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
