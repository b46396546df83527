import AppCore
import Basics
import CardSession
import Cards
package import Logging

/// How a viewer that began while another program had the profile's store gets it: in memory first, and in the store as
/// soon as the other has ended and nothing would be lost with the memory.
package enum StoreHandover {
    /// Waits on a thread of its own, posts who has the store meanwhile, and then the open store.
    package static func begin(path: String, mailbox: Mailbox<LoopMessage>, logger: Logger) {
        Blocking.start {
            do throws(SessionError) {
                let session = try CardSession.openWhenReleased(path: path) { isCommand in
                    mailbox.post(.storeHeld(isCommand: isCommand))
                }
                mailbox.post(.storeOpened(session))
            } catch {
                logger.error("the store cannot be taken over", metadata: ["reason": "\(error.explanation)"])
                mailbox.post(.noticed(error.explanation))
            }
        }
    }
}

extension AppLoop {
    /// Goes on with the store of the profile, once nothing is on its way and all that was done is with the server; else
    /// it is tried again when something has happened.
    func move(to session: CardSession) {
        guard runner.running == 0, hasSentAll else { return }
        successor = nil
        runner.move(to: session)
        do throws(SessionError) {
            try state.move(to: session, runner)
        } catch {
            send(.noticed(error.explanation))
        }
        onSession?(session)
        send(.noticed(Strings.Status.keepsNow))
    }

    private var hasSentAll: Bool {
        do throws(SessionError) {
            return try runner.session.unsentActions() == 0
        } catch {
            // Nothing can be read of it, and nothing sent from it any more.
            return true
        }
    }
}
