import Glibc

/// Everything the main thread can wait for: the terminal, the mailbox's wake-up, the signals and watched files, in
/// one `poll`.
package struct EventSources {
    /// Which descriptors have something to read.
    package struct Ready: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let input = Ready(rawValue: 1)
        package static let mail = Ready(rawValue: 2)
        package static let signal = Ready(rawValue: 4)
        /// The terminal is gone.
        package static let hangup = Ready(rawValue: 8)
        /// A file that is watched was written.
        package static let files = Ready(rawValue: 16)
    }

    private var descriptors: [pollfd]

    /// A nil descriptor is left out: a headless run has no terminal.
    package init(input: CInt?, mail: CInt, signals: CInt?) {
        // poll() skips negative descriptors.
        descriptors = [input ?? -1, mail, signals ?? -1, -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }

    /// Of a ``FileWatch``; nil for none.
    package mutating func watch(_ files: CInt?) { descriptors[3].fd = files ?? -1 }

    /// Waits until something is ready or `seconds` have passed; nil waits without end. Empty means the time is up.
    package mutating func wait(seconds: Double?) -> Ready {
        // Rounded up: waking a fraction of a millisecond early would spin until the deadline.
        let limit = seconds.map { CInt((min(max($0, 0), 3600) * 1000).rounded(.up)) } ?? -1
        let count = descriptors.withUnsafeMutableBufferPointer { poll($0.baseAddress, nfds_t($0.count), limit) }
        // EINTR, which a debugger or a stop makes: the loop simply looks again.
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
