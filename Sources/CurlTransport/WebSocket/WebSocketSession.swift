/// An open WebSocket connection. Created by ``CurlDriver/openWebSocket(_:)``.
///
/// Messages are pulled. Unread messages stay in a bounded buffer, then in the kernel, then at the server. Releasing the
/// session drops the connection.
package final class WebSocketSession: Sendable {
    private let driver: CurlDriver
    private let id: UInt64
    private let inbox: WebSocketInbox

    init(driver: CurlDriver, id: UInt64, inbox: WebSocketInbox) {
        self.driver = driver
        self.id = id
        self.inbox = inbox
    }

    deinit { driver.post(.abandon(id)) }

    /// The next message; nil after a normal close, by us or by the peer with code 1000 or no code. Only one task at a
    /// time may call this. Cancelling the task ends the wait, but not the connection.
    package func next() async throws(TransportError) -> WebSocketMessage? {
        // Keeps the session, and thereby the connection, alive until this returns.
        defer { withExtendedLifetime(self) {} }
        if let taken = try settle(inbox.take()) { return taken.message }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (reader: WebSocketInbox.Next) in
                switch inbox.wait(reader) {
                case .message(let message, let resumes):
                    if resumes { driver.post(.resume(id)) }
                    reader.resume(returning: .success(message))
                case .over(let failure): reader.resume(returning: failure.map { .failure($0) } ?? .success(nil))
                case .none: if Task.isCancelled { inbox.cancelReader() }
                }
            }
        } onCancel: {
            inbox.cancelReader()
        }
        return try result.get()
    }

    /// Returns the taken message; nil if there is none yet.
    private func settle(_ taken: WebSocketInbox.Taken) throws(TransportError) -> (message: WebSocketMessage?, Void)? {
        switch taken {
        case .none: return nil
        case .over(let failure?): throw failure
        case .over(nil): return (nil, ())
        case .message(let message, let resumes):
            if resumes { driver.post(.resume(id)) }
            return (message, ())
        }
    }

    /// ``next()`` as a sequence.
    package var messages: AsyncThrowingStream<WebSocketMessage, any Error> {
        AsyncThrowingStream { try await self.next() }
    }

    /// Sends a message, and returns when the kernel has accepted it. This limits the sender to the peer's speed.
    package func send(_ message: WebSocketMessage) async throws(TransportError) {
        defer { withExtendedLifetime(self) {} }
        let result = await withCheckedContinuation { sent in driver.post(.sendMessage(id, message, sent)) }
        try result.get()
    }

    /// Sends a close frame, waits a limited time for the peer's, and returns when the connection has ended. Idempotent.
    package func close(code: Int = CloseCode.normal, reason: String = "") async {
        if inbox.discard() { driver.post(.resume(id)) }
        driver.post(.close(id, code: code, reason: reason))
        await withCheckedContinuation { inbox.whenOver($0) }
    }
}
