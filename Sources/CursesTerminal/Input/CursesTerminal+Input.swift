import CCurses
package import Canvas
import Glibc

/// Input from the terminal: keys, and replies to queries.
extension CursesTerminal {
    package func readInput() -> [InputEvent] {
        var events: [InputEvent] = []
        while let bytes = readBytes(waiting: 0) {
            if let unfinishedSince, Self.now - unfinishedSince > Self.sequenceDelay {
                events += decoder.decode([], isFinal: true)
            }
            unfinishedSince = nil
            events += decoder.decode(bytes, isFinal: false)
        }
        // Only input that could be a key on its own is delayed, and too briefly to be noticed.
        while decoder.isWaiting, unfinishedSince == nil {
            let bytes = readBytes(waiting: Self.escapeDelay)
            if bytes == nil, decoder.isInsideSequence {
                unfinishedSince = Self.now
            } else {
                events += decoder.decode(bytes ?? [], isFinal: bytes == nil)
            }
        }
        // A reported background colour takes precedence over a reported scheme.
        let replies = takeReplies()
        events = events.filter { !isKnown($0) } + replies
        if !isReleased { frames.send() }
        if let support = query.supportChange(at: Self.now) { events.append(.pictures(support)) }
        return events
    }

    package var pendingInputDelay: Double? { query.delay(at: Self.now) }

    /// - Parameter isLeaving: Whether another program is about to use the terminal. Nothing new is then started.
    func takeReplies(isLeaving: Bool = false) -> [InputEvent] {
        let replies = decoder.takeReplies()
        guard !replies.isEmpty else { return [] }
        var events: [InputEvent] = []
        var isResized = false
        for reply in replies {
            if let scheme = background.handle(reply) { events.append(.colorScheme(scheme)) }
            frames.append(keyboard.handle(reply))
            frames.append(features.handle(reply) { TmuxClient.ask() })
            switch reply {
            case .size(let size, _): isResized = handleSize(size) || isResized
            case .notification(let reply):
                if let reply = notices.handle(reply) { events.append(.notification(reply)) }
            default: break
            }
            frames.append(query.handle(reply, at: Self.now) { TmuxClient.ask() })
        }
        let showsMore = showClusters()
        if isResized || showsMore { events.append(.redraw) }
        guard !isLeaving else { return events }
        frames.append(showProgress(wantedProgress))
        if features.hasTrueColor, useTrueColor() { events.append(.trueColor) }
        updateGuard()
        return events
    }

    private func isKnown(_ event: InputEvent) -> Bool {
        guard case .colorScheme(let wanted) = event else { return false }
        frames.append(features.handleScheme())
        updateGuard()
        let (change, question) = background.handle(wanted, at: Self.now)
        frames.append(question)
        return change == nil
    }

    /// Waits for replies that are still expected. If the program exits right after the start, they would otherwise
    /// appear as input of the shell.
    func awaitAnswers() {
        while let delay = answerDelay, delay > 0, let bytes = readBytes(waiting: Self.milliseconds(delay)) {
            for event in decoder.decode(bytes, isFinal: false) { _ = isKnown(event) }
            _ = takeReplies(isLeaving: true)
            frames.send()
        }
    }

    /// The seconds during which a reply to a query is still expected; nil if none is expected.
    private var answerDelay: Double? {
        let time = Self.now
        return [query.isWaiting ? query.delay(at: time) : nil, background.delay(at: time), features.delay(at: time)]
            .compactMap(\.self).max()
    }

    static func milliseconds(_ seconds: Double) -> Int32 { Int32((seconds * 1000).rounded(.up)) }

    /// GNU screen passes on sequences it does not know, and cannot keep pictures.
    static var isInScreen: Bool { getenv("STY") != nil && getenv("TMUX") == nil }

    /// The monotonic clock in seconds.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    func readBytes(waiting milliseconds: Int32) -> [UInt8]? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) > 0, request.revents & Int16(POLLIN) != 0 else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        return bytes.isEmpty ? nil : bytes
    }
}
