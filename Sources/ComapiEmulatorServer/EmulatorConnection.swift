import ComapiEmulator
import EmulatorHTTP
import FlyingSocks
import HTTPSockets

/// A connection of a client: requests one after another, or a WebSocket after an upgrade.
struct EmulatorConnection: Sendable {
    /// The greatest head of a request in bytes.
    static let headLimit = 64 << 10
    /// The greatest body of a request in bytes: a file in base64.
    static let bodyLimit = 32 << 20
    /// The greatest message of a WebSocket in bytes.
    static let messageLimit = 1 << 20

    private let socket: AsyncSocket
    private let reader: SocketReader
    private let emulator: ComapiEmulator

    init(_ socket: AsyncSocket, _ emulator: ComapiEmulator) {
        self.socket = socket
        self.emulator = emulator
        reader = SocketReader(socket)
    }

    /// Serves until either side has finished.
    func run() async {
        do {
            while try await serveRequest() {}
        } catch {
            // The peer is gone, or the server closes: no answer can be delivered.
        }
    }

    /// Returns whether another request may follow.
    private func serveRequest() async throws -> Bool {
        let head: HTTPHead
        let request: EmulatorRequest
        do {
            head = try HTTPHead(try await reader.readHead(limit: Self.headLimit))
            request = EmulatorRequest(
                head.method, head.target, headers: head.headers.map { EmulatorHeader($0.name, $0.value) },
                body: try await body(of: head))
        } catch StreamError.tooLarge {
            return try await refuse(413, "The request is too large.")
        } catch StreamError.malformed {
            return try await refuse(400, "The request is not HTTP.")
        } catch let malformed as HTTPHead.Malformed {
            return try await refuse(400, malformed.description)
        }
        guard let handshake = WebSocketHandshake(head) else {
            return try await send(await emulator.answer(request), closing: !head.keepsAlive)
        }
        switch await emulator.openSocket(request) {
        case .refused(let answer): return try await send(answer, closing: !head.keepsAlive)
        case .open(let opened):
            do { try await socket.write(handshake.answer.encoded(closing: false)) } catch {
                await emulator.closeSocket(opened.id)
                throw error
            }
            await serve(opened)
            return false
        }
    }

    private func body(of head: HTTPHead) async throws -> [UInt8] {
        switch try head.framing() {
        case .length(let length):
            guard length <= Self.bodyLimit else { throw StreamError.tooLarge }
            return try await reader.read(count: length)
        case .chunked: return try await reader.readChunks(limit: Self.bodyLimit)
        }
    }

    private func refuse(_ status: Int, _ sentence: String) async throws -> Bool {
        let answer = EmulatorAnswer(
            status: status, headers: [EmulatorHeader("Content-Type", "text/plain; charset=utf-8")],
            body: Array(sentence.utf8))
        return try await send(answer, closing: true)
    }

    /// Sends as much of an answer as its faults allow. Returns whether another request may follow.
    private func send(_ answer: EmulatorAnswer, closing: Bool) async throws -> Bool {
        let head = HTTPAnswerHead(
            status: answer.status, headers: answer.headers.map { ($0.name, $0.value) }, length: answer.body.count)
        let isWhole = answer.transfer == .whole
        let bytes = head.encoded(closing: closing || !isWhole)
        switch answer.transfer {
        case .whole: try await socket.write(bytes + answer.body)
        case .cut(let count): try await socket.write(bytes + answer.body.prefix(count))
        case .lost: break
        }
        return isWhole && !closing
    }

    // MARK: WebSocket

    /// Passes on frames in both directions until either side closes.
    private func serve(_ opened: EmulatorSocket) async {
        // Frames of the service and answers to pings come from two tasks; one task writes them.
        let (output, sender) = AsyncStream.makeStream(of: [UInt8].self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await frame in opened.frames { sender.yield(WebSocketFrame.text(Array(frame.utf8))) }
                sender.yield(WebSocketFrame.close(code: 1001, reason: "the service closes the socket"))
                sender.finish()
            }
            group.addTask { await read(opened, sender) }
            for await bytes in output {
                do { try await socket.write(bytes) } catch { break }
            }
            group.cancelAll()
        }
        await emulator.closeSocket(opened.id)
    }

    /// Reads messages of the client. When it closes, the socket of the emulator ends.
    private func read(_ opened: EmulatorSocket, _ sender: AsyncStream<[UInt8]>.Continuation) async {
        var messages = WebSocketReader(reader, limit: Self.messageLimit)
        do {
            while true {
                switch try await messages.next() {
                case .text(let bytes):
                    await emulator.receive(String(decoding: bytes, as: UTF8.self), on: opened.id)
                case .ping(let payload):
                    // A half-open socket answers nothing at all.
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
            // The peer is gone, or the server closes.
            sender.finish()
        }
    }
}
