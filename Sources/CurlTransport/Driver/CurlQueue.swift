import Basics
import CCurl
import Cards

/// A command for a network thread.
enum CurlCommand: Sendable {
    typealias Done = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

    /// Called on the network thread with the number of bytes read from a form's file for sending.
    typealias Progress = @Sendable (Int) -> Void

    case startTransfer(UInt64, HTTPRequest, CurlConfiguration, Progress?, Done)
    case cancelTransfer(UInt64)
    case open(UInt64, WebSocketRequest, CurlConfiguration, WebSocketInbox)
    case sendMessage(UInt64, WebSocketMessage, SocketLink.Sent)
    case close(UInt64, code: Int, reason: String)
    case resume(UInt64)
    case abandon(UInt64)
}

/// A queue of commands for a network thread, which also wakes the thread up. All drivers of a process share a few
/// threads.
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

    /// The queues for ordinary requests, for those with a policy, for those with given addresses, and for those with
    /// both.
    private static let shared = [CurlQueue(), CurlQueue(), CurlQueue(), CurlQueue()]

    /// The queue for a kind of request. libcurl shares connections, TLS sessions and host addresses among all requests
    /// of a thread, and some of these must not be shared.
    ///
    /// - Parameters:
    ///   - hasPolicy: Whether the request has a policy. A connection with a resumed TLS session has no certificates
    ///     that a policy could check.
    ///   - hasAddresses: Whether the addresses of the host are given. libcurl keeps them for all later requests of the
    ///     thread.
    static func ofProcess(hasPolicy: Bool, hasAddresses: Bool) -> CurlQueue {
        shared[(hasPolicy ? 1 : 0) + (hasAddresses ? 2 : 0)]
    }

    /// Registers a driver that uses the queue.
    func join() { state.withLock { $0.drivers += 1 } }

    /// Unregisters a driver. When none is left, the thread ends.
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

    /// Returns the commands posted since the last call, and the number of drivers.
    func drain() -> (commands: [CurlCommand], drivers: Int) {
        state.withLock { state in
            defer { state.commands = [] }
            return (state.commands, state.drivers)
        }
    }

    /// Whether the thread must end, because no driver is left that could post a command. The next command then starts
    /// another thread.
    func endsThread() -> Bool {
        state.withLock { state in
            guard state.drivers == 0, state.commands.isEmpty else { return false }
            (state.hasThread, state.multi) = (false, nil)
            return true
        }
    }

    /// Sets the handle with which the thread is woken up. Called on the thread.
    func setMulti(_ multi: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: multi)
        state.withLock { $0.multi = address }
    }

    /// The last call of a thread that cannot run. Returns true if there are more commands to reject. After false, the
    /// next command starts a new thread.
    func threadEnded() -> Bool {
        state.withLock { state in
            state.hasThread = !state.commands.isEmpty
            return state.hasThread
        }
    }
}

extension CurlQueue.State {
    /// The lock prevents the handle from being freed during the call.
    fileprivate func wake() {
        if let multi = multi.flatMap(UnsafeMutableRawPointer.init(bitPattern:)) { ccurl_multi_wakeup(multi) }
    }
}
