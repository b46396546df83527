import Basics
import CCurl
import Cards

/// A command for the driver's thread.
enum CurlCommand: Sendable {
    typealias Done = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

    /// Called on the driver's thread with the number of bytes of a form's file that were read for sending.
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

/// A queue of commands for the driver's thread, which it wakes.
final class CurlQueue: Sendable {
    private struct State {
        var commands: [CurlCommand] = []
        var lastID: UInt64 = 0
        var hasThread = false
        /// The address of the multi handle to wake; nil if the thread has none.
        var multi: UInt?
    }

    private let state = Lock(State())

    func makeID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Queues a command; true if the caller has to start the thread.
    @discardableResult
    func post(_ command: CurlCommand) -> Bool {
        state.withLock { state in
            if case .stop = command, !state.hasThread { return false }
            state.commands.append(command)
            // The lock prevents the handle from being freed meanwhile.
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

    /// Called on the thread: sets the handle that wakes it, or nil before that handle is freed.
    func setMulti(_ multi: UnsafeMutableRawPointer?) {
        let address = multi.map { UInt(bitPattern: $0) }
        state.withLock { $0.multi = address }
    }

    /// The last call of a thread that cannot run: true if there are commands left to refuse. After false the next
    /// command starts a new thread.
    func threadEnded() -> Bool {
        state.withLock { state in
            state.hasThread = !state.commands.isEmpty
            return state.hasThread
        }
    }
}
