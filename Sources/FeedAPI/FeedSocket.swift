import CardSources
package import Cards

/// An open push connection.
package struct FeedSocket: Sendable {
    package var hello: PushFrame.Hello
    /// The received frames in order. The sequence ends when the connection is closed normally, and throws a
    /// ``FeedError`` when it is closed otherwise. The reader checks with ping frames whether the peer is alive. Frames
    /// are pulled: unread frames stay in a bounded buffer, and then in the buffer of the kernel.
    package var frames: AsyncThrowingStream<PushFrame, any Error>
    package var send: @Sendable (ClientFrame) async throws(FeedError) -> Void
    /// Closes the connection with a close frame. Waits only for a limited time. Idempotent.
    package var close: @Sendable () async -> Void

    package init(
        hello: PushFrame.Hello, frames: AsyncThrowingStream<PushFrame, any Error>,
        send: @escaping @Sendable (ClientFrame) async throws(FeedError) -> Void,
        close: @escaping @Sendable () async -> Void
    ) {
        self.hello = hello
        self.frames = frames
        self.send = send
        self.close = close
    }
}

extension FeedSocket {
    /// The same connection, but with filters added to all subscriptions.
    package func filtered(by filters: @escaping @Sendable (StreamID) -> [CardFilter]) -> FeedSocket {
        var socket = self
        let send = send
        socket.send = { frame async throws(FeedError) in
            guard case .subscribe(var subscriptions) = frame else { return try await send(frame) }
            for index in subscriptions.indices {
                subscriptions[index].filters += filters(subscriptions[index].streamID)
            }
            try await send(.subscribe(subscriptions))
        }
        return socket
    }
}
