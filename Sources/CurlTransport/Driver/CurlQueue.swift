import Basics
import CCurl
import Cards

/// A command for a network thread.
enum CurlCommand: Sendable {
    typealias Done = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

    /// Called on that thread with the number of bytes of a form's file that were read for sending.
    typealias Progress = @Sendable (Int) -> Void

    case startTransfer(UInt64, HTTPRequest, CurlConfiguration, Progress?, Done)
    case cancelTransfer(UInt64)
    case open(UInt64, WebSocketRequest, CurlConfiguration, WebSocketInbox)
    case sendMessage(UInt64, WebSocketMessage, SocketLink.Sent)
    case close(UInt64, code: Int, reason: String)
    case resume(UInt64)
    case abandon(UInt64)
}

/// A queue of commands for a network thread, which it wakes. All drivers of a process share a few threads.
final class CurlQueue: Sendable {
    fileprivate struct State {
        var commands: [CurlCommand] = []
        var lastID: UInt64 = 0
        /// The drivers that may post commands.
        var drivers = 0
        var hasThread = false
        /// The address of the multi handle to wake; nil if the thread has none.
        var multi: UInt?
    }

    private let state = Lock(State())

    /// For the usual requests, those with a policy, those to given addresses, and those with both.
    private static let shared = [CurlQueue(), CurlQueue(), CurlQueue(), CurlQueue()]

    /// The queue for requests of a kind. libcurl shares connections, TLS sessions and addresses of hosts among all requests of a
    /// thread, and some must not be shared:
    ///
    /// - Parameters:
    ///   - hasPolicy: A connection that was made with a resumed TLS session has no certificates that a policy could check.
    ///   - hasAddresses: Given addresses of a host stay known on the thread.
    static func ofProcess(hasPolicy: Bool, hasAddresses: Bool) -> CurlQueue {
        shared[(hasPolicy ? 1 : 0) + (hasAddresses ? 2 : 0)]
    }

    /// A driver begins to use the queue.
    func join() { state.withLock { $0.drivers += 1 } }

    /// A driver has ended. Without any, the thread ends.
    func leave() {
        state.withLock { state in
            state.drivers -= 1
            if state.drivers == 0 { state.wake() }
        }
    }

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
            state.commands.append(command)
            state.wake()
            defer { state.hasThread = true }
            return !state.hasThread
        }
    }

    /// What was posted since the last call, and how many drivers there are.
    func drain() -> (commands: [CurlCommand], drivers: Int) {
        state.withLock { state in
            defer { state.commands = [] }
            return (state.commands, state.drivers)
        }
    }

    /// Whether no driver is left that could post a command. Then the thread ends, and the next command starts another one.
    func endsThread() -> Bool {
        state.withLock { state in
            guard state.drivers == 0, state.commands.isEmpty else { return false }
            (state.hasThread, state.multi) = (false, nil)
            return true
        }
    }

    /// Called on the thread: sets the handle that wakes it.
    func setMulti(_ multi: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: multi)
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

extension CurlQueue.State {
    /// The lock prevents the handle from being freed meanwhile.
    fileprivate func wake() {
        if let multi = multi.flatMap(UnsafeMutableRawPointer.init(bitPattern:)) { ccurl_multi_wakeup(multi) }
    }
}
