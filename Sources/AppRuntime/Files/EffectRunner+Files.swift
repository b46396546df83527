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
        case .send(let upload): send(upload, from: place(upload.card))
        case .cancelSending(let id): uploads.removeValue(forKey: id)?.cancel()
        }
    }

    private func send(_ upload: FileUpload, from place: ResponseOrigin) {
        let (finder, converter, id) = (finder, converter, upload.id)
        let files = upload.files.map { SDKEvent.UploadedFile(filename: $0.file.name, bucketID: $0.bucketID) }
        let report: @Sendable (SDKEvent.Detail) -> EventReport = {
            EventReport($0, of: upload.card, in: upload.stream, stream: place.stream, view: place.view)
        }
        uploads[id] = runTask { [logger] session, mailbox in
            let uploader = FileUploader(session: session, finder: finder, converter: converter)
            await Self.write(report(.userFileUploadsStarted(files)), to: session, logger)
            do throws(FileUploader.Failure) {
                let values = try await uploader.send(upload) { sent, total, file in
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
                logger.warning("files were not sent", metadata: ["card": "\(upload.card)"])
                mailbox.post(.files(.sendingFailed(id, input: error.input, reason: error.reason)))
            }
        }
    }
}
