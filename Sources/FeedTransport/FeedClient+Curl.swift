package import Cards
package import CurlTransport
package import FeedAPI

/// The feed protocol over libcurl.
///
/// A card that cannot be decoded is left out and reported to `onUnreadable`, on any thread.
///
/// Requests contain the environment, the key, the device if there is one and, if there is a token,
/// `Authorization: Bearer`. They are only sent to the endpoint's origin. `changes` sends its cursor as an entity tag,
/// so that the response is 304 if there are no changes. Push is a WebSocket at `/v1/socket` with the same headers: JSON
/// text messages, starting with the server's hello.
extension FeedClient {
    /// The size of all pages of a snapshot except the first: the server's maximum. The first page is small, so that it
    /// is shown soon.
    private static let laterPages = 1000

    package static func curl(
        driver: CurlDriver, endpoint: FeedEndpoint, token: @escaping FeedHTTPClient.TokenSource,
        filters: @escaping @Sendable (StreamID) -> [CardFilter] = { _ in [] },
        onUnreadable: @escaping @Sendable (UnreadablePart) -> Void = { _ in },
        httpLimits: HTTPLimits = HTTPLimits(),
        socketLimits: WebSocketLimits = WebSocketLimits(greetingTimeout: .seconds(10))
    ) -> FeedClient {
        over(
            FeedHTTPClient(driver: driver, endpoint: endpoint, token: token), filters: filters,
            onUnreadable: onUnreadable, httpLimits: httpLimits, socketLimits: socketLimits)
    }

    /// The feed protocol over any client for the protocol's HTTP calls.
    package static func over(
        _ caller: FeedHTTPClient, filters: @escaping @Sendable (StreamID) -> [CardFilter] = { _ in [] },
        onUnreadable: @escaping @Sendable (UnreadablePart) -> Void = { _ in },
        httpLimits: HTTPLimits = HTTPLimits(),
        socketLimits: WebSocketLimits = WebSocketLimits(greetingTimeout: .seconds(10))
    ) -> FeedClient {
        var client = FeedClient(
            snapshot: { stream, page throws(FeedError) in
                let response = try await caller.call(
                    .snapshot(
                        stream: stream, page: page, limit: page == nil ? nil : laterPages, filters: filters(stream)),
                    limits: httpLimits)
                let answer = try FeedHTTPClient.decode(response.body, FeedCoder.decodePage)
                answer.unreadable.forEach(onUnreadable)
                return answer
            },
            changes: { stream, since throws(FeedError) in
                let response = try await caller.call(
                    .changes(stream: stream, since: since, filters: filters(stream)), etag: "\"\(since.rawValue)\"",
                    limits: httpLimits)
                if response.status == 304 { return nil }
                let delta = try FeedHTTPClient.decode(response.body, FeedCoder.decodeDelta)
                delta.unreadable.forEach(onUnreadable)
                return delta
            },
            act: { request throws(FeedError) in
                let response = try await caller.call(.act, body: FeedCoder.encode(request), limits: httpLimits)
                return try FeedHTTPClient.decode(response.body, FeedCoder.decodeActionReceipt)
            },
            upload: { target, file, onProgress throws(FeedError) in
                try await caller.upload(file, to: target, onProgress: onProgress)
            },
            openSocket: { () throws(FeedError) in
                try await caller.openSocket(socketLimits, onUnreadable: onUnreadable).filtered(by: filters)
            })
        client.page = { name, card, stream throws(FeedError) in
            let response = try await caller.call(.page(name, card: card, stream: stream), limits: httpLimits)
            return try FeedHTTPClient.decode(response.body, FeedCoder.decodeCardPage)
        }
        client.theme = { stream, tag throws(FeedError) in try await caller.theme(of: stream, unless: tag) }
        client.addAccount(caller, httpLimits)
        return client
    }

    /// Adds the operations that are not about cards.
    private mutating func addAccount(_ caller: FeedHTTPClient, _ limits: HTTPLimits) {
        sendAnalytics = { records throws(FeedError) in
            try await caller.post(
                .sendAnalytics, FeedCoder.encode(records), limits, FeedCoder.decodeAnalyticsReceipt)
        }
        sendEvent = { event throws(FeedError) in
            _ = try await caller.call(.sendEvent, body: FeedCoder.encode(event), limits: limits)
        }
        user = { () throws(FeedError) in
            try FeedHTTPClient.decode(try await caller.call(.user, limits: limits).body, FeedCoder.decodeUser)
        }
        updateUser = { settings throws(FeedError) in
            try await caller.post(.updateUser, FeedCoder.encode(settings), limits, FeedCoder.decodeUser)
        }
        metrics = { () throws(FeedError) in
            try FeedHTTPClient.decode(try await caller.call(.metrics, limits: limits).body, FeedCoder.decodeMetrics)
        }
        registerDevice = { device throws(FeedError) in
            try await caller.post(.registerDevice, FeedCoder.encode(device), limits, FeedCoder.decodeRegistered)
        }
        deregisterDevice = { device throws(FeedError) in
            try await caller.post(.deregisterDevice, FeedCoder.encode(device), limits, FeedCoder.decodeRegistered)
        }
        registerStreams = { registration throws(FeedError) in
            _ = try await caller.call(.registerStreams, body: FeedCoder.encode(registration), limits: limits)
        }
    }
}

extension FeedHTTPClient {
    /// Opens the push connection and waits for the hello.
    func openSocket(
        _ limits: WebSocketLimits, onUnreadable: @escaping @Sendable (UnreadablePart) -> Void
    ) async throws(FeedError) -> FeedSocket {
        // The status that a plain HTTP request to this address returns.
        guard let driver else { throw .socketRefused(status: 426) }
        let request = WebSocketRequest(
            url: try url(.socket), headers: try await ownHeaders(for: .socket), limits: limits)
        let session: WebSocketSession
        do throws(TransportError) {
            session = try await driver.openWebSocket(request)
        } catch { throw FeedError(error, of: endpoint.baseURL) }
        guard case .hello(let hello)? = try await nextFrame(session) else {
            await session.close(code: CloseCode.protocolError, reason: "expected hello")
            throw .malformed("the server's first frame is not a hello")
        }
        return FeedSocket(
            hello: hello,
            frames: AsyncThrowingStream {
                let frame = try await nextFrame(session)
                if case .delta(let delta) = frame { delta.unreadable.forEach(onUnreadable) }
                return frame
            },
            send: { frame throws(FeedError) in
                let message = WebSocketMessage(.text, FeedCoder.encode(frame))
                do throws(TransportError) {
                    try await session.send(message)
                } catch { throw FeedError(error, of: endpoint.baseURL) }
            },
            close: { await session.close() })
    }

    /// The next frame; nil after a normal end. An invalid message ends the connection.
    private func nextFrame(_ session: WebSocketSession) async throws(FeedError) -> PushFrame? {
        let next: WebSocketMessage?
        do throws(TransportError) {
            next = try await session.next()
        } catch { throw FeedError(error, of: endpoint.baseURL) }
        guard let message = next else { return nil }
        do throws(FeedError) {
            guard message.kind == .text else { throw .malformed("a frame is binary; expected text") }
            return try Self.decode(message.bytes, FeedCoder.decodePushFrame)
        } catch {
            await session.close(code: CloseCode.badData, reason: "not a frame of the protocol")
            throw error
        }
    }
}
