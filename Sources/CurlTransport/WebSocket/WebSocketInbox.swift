import Basics
import Cards

/// The state shared by a connection on the driver's thread and the tasks that use it: buffered messages, waiting
/// readers, and the end. Bounded: above the limit of buffered bytes, the connection is not read until the user has
/// consumed half of it.
final class WebSocketInbox: Sendable {
    typealias Next = CheckedContinuation<Result<WebSocketMessage?, TransportError>, Never>
    typealias Opened = CheckedContinuation<TransportError?, Never>

    /// The assumed overhead of a message in bytes. Without it, many empty messages would not count.
    private static let overheadPerMessage = 64

    private struct State {
        var messages: [WebSocketMessage] = []
        /// The index of the next message; those before it have been consumed.
        var head = 0
        var bufferedBytes = 0
        var isPaused = false
        /// Whether the user has closed the connection and further messages are dropped.
        var isDiscarding = false
        var isOpen = false
        var isOver = false
        var failure: TransportError?
        var opener: Opened?
        var reader: Next?
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())
    let maxBufferedBytes: Int

    init(maxBufferedBytes: Int) { self.maxBufferedBytes = maxBufferedBytes }

    // MARK: - From the driver

    func opened() {
        let opener = state.withLock { state -> Opened? in
            state.isOpen = true
            defer { state.opener = nil }
            return state.opener
        }
        opener?.resume(returning: nil)
    }

    /// Buffers a message. Returns false if the connection should not be read for now.
    func deliver(_ message: WebSocketMessage) -> Bool {
        let (reader, goesOn) = state.withLock { state -> (Next?, Bool) in
            guard !state.isDiscarding, !state.isOver else { return (nil, true) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, true)
            }
            state.messages.append(message)
            state.bufferedBytes += message.bytes.count + Self.overheadPerMessage
            if state.bufferedBytes >= maxBufferedBytes { state.isPaused = true }
            return (nil, !state.isPaused)
        }
        reader?.resume(returning: .success(message))
        return goesOn
    }

    /// Ends the connection with an error or normally; buffered messages can still be read. Only the first call has an
    /// effect.
    func end(_ error: TransportError?) {
        typealias Waiting = (opener: Opened?, reader: Next?, closers: [CheckedContinuation<Void, Never>])
        let waiting = state.withLock { state -> Waiting in
            guard !state.isOver else { return (nil, nil, []) }
            state.isOver = true
            state.failure = error
            defer { (state.opener, state.reader, state.closers) = (nil, nil, []) }
            return (state.opener, state.reader, state.closers)
        }
        waiting.opener?.resume(returning: error ?? .connection("the connection was closed"))
        waiting.reader?.resume(returning: error.map { .failure($0) } ?? .success(nil))
        for closer in waiting.closers { closer.resume() }
    }

    // MARK: - From the user

    /// Calls back with nil when the handshake is complete, or with its error.
    func whenOpened(_ opener: Opened) {
        let isSettled = state.withLock { state -> (Bool, TransportError?) in
            if state.isOpen || state.isOver { return (true, state.failure) }
            state.opener = opener
            return (false, nil)
        }
        if isSettled.0 { opener.resume(returning: isSettled.1) }
    }

    enum Taken {
        /// A message; `resumes` is true if the connection should be read again.
        case message(WebSocketMessage, resumes: Bool)
        case over(TransportError?)
        case none
    }

    func take() -> Taken { state.withLock { Self.take(&$0, maxBufferedBytes: maxBufferedBytes) } }

    private static func take(_ state: inout State, maxBufferedBytes: Int) -> Taken {
        guard state.head < state.messages.count else { return state.isOver ? .over(state.failure) : .none }
        let message = state.messages[state.head]
        // The slot is cleared immediately, and the array is compacted when half of it is empty, so that taking a
        // message is fast for any length.
        state.messages[state.head] = WebSocketMessage(.binary, [])
        state.head += 1
        if state.head > 256, state.head * 2 > state.messages.count {
            state.messages.removeFirst(state.head)
            state.head = 0
        }
        if state.head == state.messages.count {
            state.messages.removeAll(keepingCapacity: state.head <= 256)
            state.head = 0
        }
        state.bufferedBytes -= message.bytes.count + overheadPerMessage
        let resumes = state.isPaused && state.bufferedBytes <= maxBufferedBytes / 2
        if resumes { state.isPaused = false }
        return .message(message, resumes: resumes)
    }

    /// Waits for the next message unless one is already buffered. Only one reader can wait at a time; a second one gets
    /// `cancelled`.
    func wait(_ reader: Next) -> Taken {
        let (taken, isRefused) = state.withLock { state -> (Taken, Bool) in
            let taken = Self.take(&state, maxBufferedBytes: maxBufferedBytes)
            guard case .none = taken else { return (taken, false) }
            guard state.reader == nil else { return (.none, true) }
            state.reader = reader
            return (.none, false)
        }
        if isRefused { reader.resume(returning: .failure(.cancelled)) }
        return taken
    }

    func cancelReader() {
        let reader = state.withLock { state -> Next? in
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: .failure(.cancelled))
    }

    /// Drops buffered and further messages. Returns true if a paused connection should be read again.
    func discard() -> Bool {
        state.withLock { state in
            state.isDiscarding = true
            state.messages = []
            state.head = 0
            state.bufferedBytes = 0
            defer { state.isPaused = false }
            return state.isPaused
        }
    }

    func whenOver(_ closer: CheckedContinuation<Void, Never>) {
        let isOver = state.withLock { state in
            if !state.isOver { state.closers.append(closer) }
            return state.isOver
        }
        if isOver { closer.resume() }
    }
}
