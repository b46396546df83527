import Glibc

/// The file descriptors that the main thread waits for in one `poll`: the terminal, the mailbox, the signals and the
/// watched files.
package struct EventSources {
    /// The descriptors that are ready to read.
    package struct Ready: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let input = Ready(rawValue: 1)
        package static let mail = Ready(rawValue: 2)
        package static let signal = Ready(rawValue: 4)
        /// The terminal was closed.
        package static let hangup = Ready(rawValue: 8)
        /// A watched file was written.
        package static let files = Ready(rawValue: 16)
    }

    private var descriptors: [pollfd]

    /// A nil descriptor is ignored: a headless run has no terminal.
    package init(input: CInt?, mail: CInt, signals: CInt?) {
        // poll() skips negative descriptors.
        descriptors = [input ?? -1, mail, signals ?? -1, -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }

    /// Sets the descriptor of a ``FileWatch``; nil for none.
    package mutating func watch(_ files: CInt?) { descriptors[3].fd = files ?? -1 }

    /// Waits until a descriptor is ready or `seconds` have passed; nil waits without a limit. An empty result means
    /// that the time is over.
    package mutating func wait(seconds: Double?) -> Ready {
        // Rounds up: waking up a fraction of a millisecond early would cause a busy loop until the deadline.
        let limit = seconds.map { CInt((min(max($0, 0), 3600) * 1000).rounded(.up)) } ?? -1
        let count = descriptors.withUnsafeMutableBufferPointer { poll($0.baseAddress, nfds_t($0.count), limit) }
        // Errors include EINTR, which is caused by a debugger or a stop. The loop then simply continues.
        guard count > 0 else { return [] }
        var ready: Ready = []
        if descriptors[0].revents & Int16(POLLIN) != 0 { ready.insert(.input) }
        if descriptors[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { ready.insert(.hangup) }
        if descriptors[1].revents != 0 { ready.insert(.mail) }
        if descriptors[2].revents != 0 { ready.insert(.signal) }
        if descriptors[3].revents != 0 { ready.insert(.files) }
        return ready
    }
}
