import ComapiEmulator
import EmulatorHTTP
import EmulatorSockets
import FlyingSocks
import HTTPSockets

/// A connection that was upgraded to a WebSocket of the emulator.
struct EmulatorWebSocket: Sendable {
    /// The greatest size of a message in bytes.
    static let messageLimit = 1 << 20

    private let connection: EmulatorConnection
    private let emulator: ComapiEmulator

    init(_ connection: EmulatorConnection, _ emulator: ComapiEmulator) {
        self.connection = connection
        self.emulator = emulator
    }

    /// Completes the handshake and serves the socket, unless the emulator refuses it.
    func run(_ request: EmulatorRequest, _ handshake: WebSocketHandshake) async throws -> EmulatorConnection.Upgraded {
        switch await emulator.openSocket(request) {
        case .refused(let response): return .refused(response)
        case .open(let opened):
            do { try await connection.socket.write(handshake.responseHead.encoded(closing: false)) } catch {
                await emulator.closeSocket(opened.id)
                throw error
            }
            await serve(opened)
            return .served
        }
    }

    /// Forwards frames in both directions until either side closes the socket.
    private func serve(_ opened: EmulatorSocket) async {
        // Two tasks produce frames: the service's events and the pongs. A single task writes them.
        let (output, sender) = AsyncStream.makeStream(of: [UInt8].self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await frame in opened.frames { sender.yield(WebSocketFrame.text(Array(frame.utf8))) }
                sender.yield(WebSocketFrame.close(code: 1001, reason: "the service closes the socket"))
                sender.finish()
            }
            group.addTask { await read(opened, sender) }
            for await bytes in output {
                do { try await connection.socket.write(bytes) } catch { break }
            }
            group.cancelAll()
        }
        await emulator.closeSocket(opened.id)
    }

    /// Reads messages of the client. Finishes `sender` when the client closes the socket, which ends the emulator's
    /// socket.
    private func read(_ opened: EmulatorSocket, _ sender: AsyncStream<[UInt8]>.Continuation) async {
        var messages = WebSocketReader(connection.reader, limit: Self.messageLimit)
        do {
            while true {
                switch try await messages.next() {
                case .text(let bytes):
                    await emulator.receive(String(decoding: bytes, as: UTF8.self), on: opened.id)
                case .ping(let payload):
                    // A half-open socket does not respond to anything.
                    if await !emulator.faults.isHalfOpen { sender.yield(WebSocketFrame.pong(payload)) }
                case .pong: break
                case .close(let code):
                    sender.yield(WebSocketFrame.close(code: code, reason: ""))
                    return sender.finish()
                }
            }
        } catch let violation as WebSocketReader.Violation {
            sender.yield(WebSocketFrame.close(code: violation.code, reason: violation.reason))
            sender.finish()
        } catch {
            // The client has disconnected, or the server is closing.
            sender.finish()
        }
    }
}
