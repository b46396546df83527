import Basics
import CCurl
import Cards

/// What the driver's thread is asked to do.
enum CurlCommand: Sendable {
    typealias Done = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

    /// Told how many bytes of a form's file have been read for sending, from the driver's thread.
    typealias Progress = @Sendable (Int) -> Void

    case startTransfer(UInt64, HTTPRequest, Progress?, Done)
    case cancelTransfer(UInt64)
    case open(UInt64, WebSocketRequest, WebSocketInbox)
    case sendMessage(UInt64, WebSocketMessage, SocketLink.Sent)
    case close(UInt64, code: Int, reason: String)
    case resume(UInt64)
    case abandon(UInt64)
    case stop
}

/// Commands on their way to the driver's thread, and the means to wake it.
final class CurlQueue: Sendable {
    private struct State {
        var commands: [CurlCommand] = []
        var lastID: UInt64 = 0
        var hasThread = false
        /// The address of the multi handle to wake; nil while the thread has none.
        var multi: UInt?
    }

    private let state = Lock(State())

    func makeID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Queues a command; true when the caller is to start the thread.
    @discardableResult
    func post(_ command: CurlCommand) -> Bool {
        state.withLock { state in
            if case .stop = command, !state.hasThread { return false }
            state.commands.append(command)
            // Under the lock, so that the handle cannot be freed meanwhile.
            if let multi = state.multi.flatMap(UnsafeMutableRawPointer.init(bitPattern:)) { ccurl_multi_wakeup(multi) }
            defer { state.hasThread = true }
            return !state.hasThread
        }
    }

    func drain() -> [CurlCommand] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// From the thread: the handle that wakes it, or nil before that handle is freed.
    func setMulti(_ multi: UnsafeMutableRawPointer?) {
        let address = multi.map { UInt(bitPattern: $0) }
        state.withLock { $0.multi = address }
    }

    /// From a thread that can do nothing, as its last act: true when there are commands left to refuse. After false the
    /// next command starts a new thread.
    func threadEnded() -> Bool {
        state.withLock { state in
            state.hasThread = !state.commands.isEmpty
            return state.hasThread
        }
    }
}
