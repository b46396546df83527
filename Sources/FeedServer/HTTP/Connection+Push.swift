import FeedAPI
import FeedEngine
import FlyingSocks
import Glibc
import HTTPSockets

import struct Foundation.Data
import struct Foundation.Date

/// Push connections, which use WebSocket.
extension Connection {
    func upgrade(
        _ request: FeedRoutes.AuthorizedRequest, viewer: Viewer, until: Date
    ) async throws -> Bool {
        let head = request.head
        guard await !routes.readiness.isDraining else {
            await respondAndClose(Problem(.shuttingDown))
            return false
        }
        guard let handshake = WebSocketHandshake(head) else {
            let plain = ServerResponse(
                Problem(.malformedRequest, status: 426, detail: "This address supports only WebSocket version 13."))
            try await socket.write(plain.encoded(closing: !head.keepsAlive))
            return head.keepsAlive
        }
        let session: PushSession
        do throws(Problem) { session = try await routes.service.openSession(viewer, from: request.device) } catch {
            try await socket.write(ServerResponse(error).encoded(closing: !head.keepsAlive))
            return head.keepsAlive
        }
        self.session = session
        if isDraining { await session.close(code: 1001, reason: "the server is stopping") }
        record(.socket, head, 101, since: nil)
        do { try await socket.write(handshake.responseHead.encoded(closing: false)) } catch {
            await routes.service.closeSession(session, of: viewer)
            throw error
        }
        pushing = (session, viewer, until)
        return false
    }

    /// Reads and writes frames until both directions have ended. When one has ended, ``PushSupervisor`` gives the other
    /// a little time. Runs after the request loop has returned, because an idle viewer does not need the tasks and
    /// stack frames of that loop.
    func push(_ session: PushSession, of viewer: Viewer, until: Date) async {
        await session.setWriteAtOnce { [socket] frame in
            let bytes = WebSocketFrame.text(FeedCoder.encode(frame))
            // If the kernel takes nothing, the frame is sent by the writer instead. If it takes only a part, the
            // connection is closed.
            guard let count = try? socket.socket.write(Data(bytes)) else { return false }
            if count < bytes.count { shutdown(socket.socket.file.rawValue, Int32(SHUT_RDWR)) }
            return true
        }
        await routes.service.pushSupervisor.add(session, until: until) { [weak self] in await self?.disconnect() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.write(session) }
            // Idle clients send only short messages, so they are handled on the thread on which they arrive.
            await withTaskExecutorPreference(pool) { await read(session) }
            // This makes the writer send a close frame.
            await session.close(code: 1000, reason: "")
        }
        await routes.service.pushSupervisor.remove(session)
        await routes.service.closeSession(session, of: viewer)
        self.session = nil
    }

    private nonisolated func write(_ session: PushSession) async {
        while let output = await session.next() {
            let bytes =
                switch output {
                case .frame(let frame): WebSocketFrame.text(FeedCoder.encode(frame))
                case .pong(let payload): WebSocketFrame.pong(payload)
                case .close(let code, let reason): WebSocketFrame.close(code: code, reason: reason)
                }
            do { try await socket.write(bytes) } catch { return await session.end() }
        }
    }

    private nonisolated func read(_ session: PushSession) async {
        var messages = WebSocketReader(reader, limit: limits.frameBytes, waitingIn: pool)
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
}
