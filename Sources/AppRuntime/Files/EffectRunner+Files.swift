import AppCore
import Basics
import CardSession
import Cards
import Logging

extension EffectRunner {
    /// Looks up files and sends them. The results arrive as ``FileEvent``.
    /// - Parameter place: Returns the position of a card, for the details of events.
    func start(_ effect: FileEffect, place: (CardID) -> ResponseOrigin) {
        let finder = finder
        switch effect {
        case .look(let look):
            runTask { _, mailbox in
                let finding = await Blocking.run { finder.find(look) }
                mailbox.post(.files(.looked(look, finding)))
            }
        case .complete(let look):
            runTask { _, mailbox in
                let path = await Blocking.run { finder.complete(look) }
                mailbox.post(.files(.completed(look, path: path)))
            }
        case .send(let sending): send(sending, from: place(sending.card))
        case .cancelSending(let id): sendings.removeValue(forKey: id)?.cancel()
        }
    }

    private func send(_ sending: FileSending, from place: ResponseOrigin) {
        let (finder, converter, id) = (finder, converter, sending.id)
        let files = sending.files.map { SDKEvent.UploadedFile(filename: $0.file.name, bucketID: $0.bucketID) }
        let report: @Sendable (SDKEvent.Detail) -> EventReport = {
            EventReport($0, of: sending.card, in: sending.stream, stream: place.stream, view: place.view)
        }
        sendings[id] = runTask { [logger] session, mailbox in
            let sender = FilesSender(session: session, finder: finder, converter: converter)
            await Self.write(report(.userFileUploadsStarted(files)), to: session, logger)
            do throws(FilesSender.Failure) {
                let values = try await sender.send(sending) { sent, total, file in
                    // Only the newest waiting progress event is needed.
                    mailbox.post(
                        .files(.progressed(id, sent: sent, total: total, file: file)), replacing: "sending-\(id)")
                }
                // If the user cancelled, the result is ignored, even if the last byte was already being sent.
                guard let values, !Task.isCancelled else { return }
                mailbox.post(.files(.sent(id, values)))
                await Self.write(report(.userFileUploadsCompleted(files)), to: session, logger)
            } catch {
                if Task.isCancelled { return }
                await Self.write(report(.userFileUploadsFailed(files)), to: session, logger)
                logger.warning("files were not sent", metadata: ["card": "\(sending.card)"])
                mailbox.post(.files(.sendingFailed(id, input: error.input, reason: error.reason)))
            }
        }
    }
}
