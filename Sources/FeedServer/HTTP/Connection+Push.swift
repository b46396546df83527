import FeedAPI
import FeedEngine
import FlyingSocks
import HTTPSockets
import Logging

import struct Foundation.Date

/// Push connections over WebSocket.
extension Connection {
    func upgrade(_ head: HTTPHead, viewer: Viewer, until: Date) async throws -> Bool {
        guard await !routes.readiness.isDraining else {
            await answerAndClose(Problem(.shuttingDown))
            return false
        }
        guard let handshake = WebSocketHandshake(head) else {
            let plain = HTTPAnswer(
                Problem(.malformedRequest, status: 426, detail: "This address supports only WebSocket version 13."))
            try await socket.write(plain.encoded(closing: !head.keepsAlive))
            return head.keepsAlive
        }
        let session: PushSession
        do throws(Problem) { session = try await routes.service.openSession(viewer) } catch {
            try await socket.write(HTTPAnswer(error).encoded(closing: !head.keepsAlive))
            return head.keepsAlive
        }
        self.session = session
        if isDraining { await session.close(code: 1001, reason: "the server is stopping") }
        record(.socket, head, 101, since: nil)
        do { try await socket.write(handshake.answer.encoded(closing: false)) } catch {
            await routes.service.closeSession(session, of: viewer)
            throw error
        }
        await watchdog.relax()
        await push(session, until: until)
        await routes.service.closeSession(session, of: viewer)
        self.session = nil
        return false
    }

    /// Reads, writes and monitors until one of them ends, or the token that opened the connection expires.
    private func push(_ session: PushSession, until: Date) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.write(session) }
            group.addTask { await self.read(session) }
            group.addTask { await self.watch(session) }
            group.addTask { await self.expire(session, at: until) }
            // The reader ends by requesting a close frame, so the writer gets time to send it.
            await group.next()
            await session.close(code: 1000, reason: "")
            await watchdog.expect(within: 2)
            await group.next()
            group.cancelAll()
        }
    }

    private nonisolated func write(_ session: PushSession) async {
        while let output = await session.next() {
            let bytes =
                switch output {
                case .frame(let frame): WebSocketFrame.text(FeedCoder.encode(frame))
                case .pong(let payload): WebSocketFrame.pong(payload)
                case .close(let code, let reason): WebSocketFrame.close(code: code, reason: reason)
                }
            // The reader notices that the peer is gone.
            do { try await socket.write(bytes) } catch { return }
        }
    }

    private nonisolated func read(_ session: PushSession) async {
        var messages = WebSocketReader(reader, limit: limits.frameBytes)
        do {
            while true {
                switch try await messages.next() {
                case .text(let bytes):
                    do throws(Problem) {
                        await session.receive(try FeedCoder.decodeClientFrame(bytes))
                    } catch {
                        await session.refuse(error)
                    }
                case .ping(let payload): await session.receivePing(payload)
                case .pong: await session.receivePong()
                case .close(let code):
                    await session.close(code: code, reason: "")
                    return
                }
            }
        } catch let violation as WebSocketReader.Violation {
            await session.close(code: violation.code, reason: violation.reason)
        } catch {
            await session.end()
        }
    }

    private nonisolated func expire(_ session: PushSession, at end: Date) async {
        let clock = routes.service.clock
        while clock.now() < end, !Task.isCancelled { await clock.sleep(end) }
        if !Task.isCancelled { await session.close(code: 4001, reason: "the token has expired") }
    }

    private nonisolated func watch(_ session: PushSession) async {
        while !Task.isCancelled {
            // Cancellation ends the loop.
            try? await Task.sleep(for: .seconds(min(5, limits.ackSeconds / 4, Double(limits.pingSeconds) / 4)))
            if Task.isCancelled { return }
            if let reason = await session.checkHealth() {
                logger.debug("push connection dropped", metadata: ["reason": "\(reason)"])
                await session.close(code: 1013, reason: reason)
                return
            }
        }
    }
}
