import Basics
import CLinux
package import FlyingSocks
import Glibc

/// Waits for the sockets of a server with epoll, on one thread. The work for a socket does not depend on the number of
/// sockets.
///
/// A task that prefers the pool as its executor continues on this thread when its socket is ready, so that a short
/// message wakes no other thread. Such a task must not block.
///
/// The pool of FlyingSocks is not used: it copies its table of sockets whenever a socket begins to wait, and handles
/// each event through an actor and a Dispatch queue (decision 0174).
package final class EventPool: AsyncSocketPool {
    private struct Waiter {
        var id: UInt64
        /// The events to wait for, as epoll flags.
        var events: UInt32
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// The waiters of each descriptor: usually one that waits to read, and sometimes one that waits to write.
        var waiters: [Int32: [Waiter]] = [:]
        var lastID: UInt64 = 0
        /// The jobs of tasks that prefer this executor.
        var jobs: [UnownedJob] = []
        /// The thread that waits for the sockets.
        var thread: pthread_t?
        var isOver = false
    }

    private static let most = 256

    private let queue: Int32
    /// An event descriptor that interrupts the wait when a job arrives.
    private let waking: Int32
    private let stopping: CancelSignal?
    private let state = Lock(State())

    package init() {
        queue = epoll_create1(Int32(EPOLL_CLOEXEC))
        waking = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        stopping = CancelSignal()
    }

    deinit { for descriptor in [queue, waking] where descriptor >= 0 { close(descriptor) } }

    /// Prepares the epoll queue.
    /// - Throws: `SocketError` if the process has no free descriptors.
    package func prepare() async throws {
        var event = epoll_event()
        // With edge triggering, each write to the descriptor is an event, so that it need not be read.
        event.events = EPOLLIN.rawValue | EPOLLET.rawValue
        event.data.fd = waking
        guard queue >= 0, waking >= 0, epoll_ctl(queue, EPOLL_CTL_ADD, waking, &event) == 0,
            let stopping, watch(stopping.descriptor, for: EPOLLIN.rawValue) == 0
        else { throw SocketError.makeFailed("epoll") }
    }

    /// Waits for events until the task is cancelled. All waits then end with `CancellationError`.
    package func run() async throws {
        await withTaskCancellationHandler {
            await Blocking.run { self.serve() }
        } onCancel: {
            stopping?.send()
        }
        throw CancellationError()
    }

    package func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let file = socket.file.rawValue
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if let error = add(Waiter(id: id, events: Self.mask(events), continuation: continuation), file) {
                    return continuation.resume(throwing: error)
                }
                // The task may have been cancelled before the waiter was added.
                if Task.isCancelled { cancel(id, file) }
            }
        } onCancel: {
            cancel(id, file)
        }
    }

    // MARK: Waiting

    private func add(_ waiter: Waiter, _ file: Int32) -> (any Error)? {
        state.withLock { state in
            guard !state.isOver else { return CancellationError() }
            let waiters = state.waiters[file, default: []] + [waiter]
            guard watch(file, for: waiters.reduce(0) { $0 | $1.events }) == 0 else {
                return SocketError.makeFailed("epoll")
            }
            state.waiters[file] = waiters
            return nil
        }
    }

    private func cancel(_ id: UInt64, _ file: Int32) {
        let waiter = state.withLock { state -> Waiter? in
            guard let place = state.waiters[file]?.firstIndex(where: { $0.id == id }) else { return nil }
            let waiter = state.waiters[file]?.remove(at: place)
            if state.waiters[file]?.isEmpty == true { state.waiters[file] = nil }
            return waiter
        }
        waiter?.continuation.resume(throwing: CancellationError())
    }

    /// Watches a descriptor for its next event only. The kernel removes the descriptor when it is closed.
    private func watch(_ file: Int32, for events: UInt32) -> Int32 {
        var event = epoll_event()
        event.events = events | EPOLLONESHOT.rawValue
        event.data.fd = file
        let result = epoll_ctl(queue, EPOLL_CTL_MOD, file, &event)
        return result < 0 && errno == ENOENT ? epoll_ctl(queue, EPOLL_CTL_ADD, file, &event) : result
    }

    private static func mask(_ events: Socket.Events) -> UInt32 {
        (events.contains(.read) ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : 0)
            | (events.contains(.write) ? EPOLLOUT.rawValue : 0)
    }

    // MARK: Events

    private func serve() {
        state.withLock { $0.thread = pthread_self() }
        var events = [epoll_event](repeating: epoll_event(), count: Self.most)
        while true {
            let hasJobs = state.withLock { !$0.jobs.isEmpty }
            let count = epoll_wait(queue, &events, Int32(Self.most), hasJobs ? 0 : -1)
            if count < 0, errno == EINTR { continue }
            let arrived = events.prefix(Int(max(0, count)))
            for waiter in ready(Array(arrived)) { waiter.continuation.resume() }
            runJobs()
            if count < 0 || arrived.contains(where: { $0.data.fd == stopping?.descriptor }) { break }
        }
        let (rest, jobs) = state.withLock { state in
            state.isOver = true
            defer { (state.waiters, state.jobs) = ([:], []) }
            return (state.waiters.values.flatMap(\.self), state.jobs)
        }
        for job in jobs { globalConcurrentExecutor.enqueue(job) }
        for waiter in rest { waiter.continuation.resume(throwing: CancellationError()) }
    }

    /// Runs the current jobs. Jobs that are added by them run after the next check of the sockets.
    private func runJobs() {
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Removes and returns the waiters that are ready. Errors of a socket are found when the socket is used.
    private func ready(_ events: [epoll_event]) -> [Waiter] {
        state.withLock { state in
            var ready: [Waiter] = []
            for event in events {
                let file = event.data.fd
                guard let waiters = state.waiters[file] else { continue }
                let isBroken = event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
                let rest = waiters.filter { !isBroken && $0.events & event.events == 0 }
                ready += waiters.filter { isBroken || $0.events & event.events != 0 }
                state.waiters[file] = rest.isEmpty ? nil : rest
                // This succeeds, because the descriptor was watched until now.
                if !rest.isEmpty { _ = watch(file, for: rest.reduce(0) { $0 | $1.events }) }
            }
            return ready
        }
    }
}

extension EventPool: TaskExecutor {
    package func enqueue(_ job: UnownedJob) {
        let (isOver, needsWaking) = state.withLock { state in
            guard !state.isOver else { return (true, false) }
            state.jobs.append(job)
            // The thread itself checks for jobs before it waits again.
            return (false, state.jobs.count == 1 && state.thread != pthread_self())
        }
        if isOver { return globalConcurrentExecutor.enqueue(job) }
        if needsWaking {
            var one: UInt64 = 1
            _ = write(waking, &one, 8)
        }
    }
}
