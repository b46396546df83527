import Basics
import CCurl
import Cards

/// Provides all network access, through threads that own every libcurl handle.
///
/// It never blocks Swift's cooperative thread pool. libcurl, whose handles must only be used by one thread at a time,
/// runs only on these threads. All drivers of the process share the threads, so that many sessions need no more threads
/// than one; see ``CurlQueue/ofProcess(hasPolicy:hasAddresses:)``. A thread starts, and libcurl is loaded, with the
/// first request. An idle thread sleeps without a timeout. It ends when all drivers and their sessions have been
/// released.
package final class CurlDriver: Sendable {
    private let queue: CurlQueue
    private let addressQueue: CurlQueue
    private let configuration: CurlConfiguration

    package init(_ configuration: CurlConfiguration = CurlConfiguration()) {
        self.configuration = configuration
        queue = .ofProcess(hasPolicy: configuration.policy != nil, hasAddresses: false)
        addressQueue = .ofProcess(hasPolicy: configuration.policy != nil, hasAddresses: true)
        queue.join()
        addressQueue.join()
    }

    deinit {
        queue.leave()
        addressQueue.leave()
    }

    /// Sends a request and receives its response, of any status. Cancelling the task cancels the transfer.
    ///
    /// - Parameter onProgress: Called with the number of bytes sent of a form's file. It increases unless the request
    ///   restarts. Called on the network thread, so it must return quickly.
    package func send(
        _ request: HTTPRequest, onProgress: (@Sendable (Int) -> Void)? = nil
    ) async throws(TransportError) -> HTTPResponse {
        let queue = request.addresses.isEmpty ? queue : addressQueue
        let id = queue.makeID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (done: CurlCommand.Done) in
                post(.startTransfer(id, request, configuration, onProgress, done), to: queue)
                // The cancellation handler may have run before the transfer was posted.
                if Task.isCancelled { post(.cancelTransfer(id), to: queue) }
            }
        } onCancel: {
            post(.cancelTransfer(id), to: queue)
        }
        // Keeps the driver, and thereby the thread, alive until here.
        withExtendedLifetime(self) {}
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
                post(.open(id, request, configuration, inbox))
                if Task.isCancelled { post(.abandon(id)) }
            }
        } onCancel: {
            post(.abandon(id))
        }
        if let failure { throw await HostLookup.explain(failure, url: request.url) }
        return session
    }

    /// Posts a command to the thread of WebSockets.
    func post(_ command: CurlCommand) { post(command, to: queue) }

    private func post(_ command: CurlCommand, to queue: CurlQueue) {
        guard queue.post(command) else { return }
        Blocking.start { CurlLoop.run(queue) }
    }
}
