import Basics
import CCurl
import Cards

/// The only access to the network: owns a thread that owns every libcurl handle.
///
/// It never blocks Swift's cooperative pool, and libcurl, whose handles may only be used by one thread at a time, runs
/// on that thread only. The thread starts, and libcurl is loaded, with the first request; an idle thread sleeps without
/// a timeout. Releasing the driver and its sessions ends the thread.
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
    /// - Parameter onProgress: Called with the number of sent bytes of a form's file, which increases unless the
    ///   request restarts. Called on the driver's thread, so it must return quickly.
    package func send(
        _ request: HTTPRequest, onProgress: (@Sendable (Int) -> Void)? = nil
    ) async throws(TransportError) -> HTTPResponse {
        let id = queue.makeID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (done: CurlCommand.Done) in
                post(.startTransfer(id, request, onProgress, done))
                // The cancellation handler may have run before the transfer was posted.
                if Task.isCancelled { post(.cancelTransfer(id)) }
            }
        } onCancel: {
            post(.cancelTransfer(id))
        }
        do throws(TransportError) { return try result.get() } catch {
            throw await HostLookup.explain(error, url: request.url)
        }
    }

    /// Connects, upgrades and returns the open session. Cancelling the task cancels the attempt.
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
