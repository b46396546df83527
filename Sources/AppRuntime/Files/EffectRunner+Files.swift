import CardSession
import Cards
import Logging
import ViewModels

extension EffectRunner {
    /// Looks at files and sends them; answers come as ``FileEvent``.
    func start(_ effect: FileEffect) {
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
        case .send(let sending): send(sending)
        case .cancelSending(let id): sendings.removeValue(forKey: id)?.cancel()
        }
    }

    private func send(_ sending: FileSending) {
        let (finder, converter, id) = (finder, converter, sending.id)
        sendings[id] = runTask { [logger] session, mailbox in
            let sender = FilesSender(session: session, finder: finder, converter: converter)
            do throws(FilesSender.Failure) {
                let values = try await sender.send(sending) { sent, total, file in
                    // Only the newest of those that wait is of interest.
                    mailbox.post(
                        .files(.progressed(id, sent: sent, total: total, file: file)), replacing: "sending-\(id)")
                }
                // Cancelled is cancelled, also when the last byte was on its way.
                if let values, !Task.isCancelled { mailbox.post(.files(.sent(id, values))) }
            } catch {
                if Task.isCancelled { return }
                logger.warning("files were not sent", metadata: ["card": "\(sending.card)"])
                mailbox.post(.files(.sendingFailed(id, input: error.input, reason: error.reason)))
            }
        }
    }
}
