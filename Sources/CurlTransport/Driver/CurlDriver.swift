import Basics
import CCurl
import Cards

/// The one door to the network: owns a thread that owns every libcurl handle.
///
/// Nothing of it blocks Swift's cooperative pool, and libcurl, which lets a handle be used by one thread at a time, is
/// only ever entered from there. The thread starts, and libcurl is loaded, with the first request; while nothing is
/// under way it sleeps without a time-out. Letting go of the driver (and of the sessions it opened) ends it.
package final class CurlDriver: Sendable {
    private let queue: CurlQueue
    private let configuration: CurlConfiguration

    package init(_ configuration: CurlConfiguration = CurlConfiguration()) {
        self.configuration = configuration
        queue = CurlQueue()
    }

    deinit { queue.post(.stop) }

    /// Performs one HTTP exchange. Any status is a response. Cancelling the task cancels the transfer.
    ///
    /// - Parameter onProgress: Told how many bytes of a form's file are on their way, in growing numbers unless the
    ///   request has to begin again. Called on the driver's thread: do little.
    package func send(
        _ request: HTTPRequest, onProgress: (@Sendable (Int) -> Void)? = nil
    ) async throws(TransportError) -> HTTPResponse {
        let id = queue.makeID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (done: CurlCommand.Done) in
                post(.startTransfer(id, request, onProgress, done))
                // The handler may have run before there was something to cancel.
                if Task.isCancelled { post(.cancelTransfer(id)) }
            }
        } onCancel: {
            post(.cancelTransfer(id))
        }
        do throws(TransportError) { return try result.get() } catch {
            throw await HostLookup.explain(error, url: request.url)
        }
    }

    /// Connects, upgrades and returns the open session. Cancelling the task gives up.
    package func openWebSocket(_ request: WebSocketRequest) async throws(TransportError) -> WebSocketSession {
        let id = queue.makeID()
        let inbox = WebSocketInbox(maxBufferedBytes: request.limits.maxBufferedBytes)
        let session = WebSocketSession(driver: self, id: id, inbox: inbox)
        let failure = await withTaskCancellationHandler {
            await withCheckedContinuation { (opened: WebSocketInbox.Opened) in
                inbox.whenOpened(opened)
                post(.open(id, request, inbox))
                if Task.isCancelled { post(.abandon(id)) }
            }
        } onCancel: {
            post(.abandon(id))
        }
        if let failure { throw await HostLookup.explain(failure, url: request.url) }
        return session
    }

    func post(_ command: CurlCommand) {
        guard queue.post(command) else { return }
        let (queue, configuration) = (queue, configuration)
        Blocking.start { CurlLoop.run(queue, configuration) }
    }
}
