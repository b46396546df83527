import CCurses
package import Canvas
import Glibc

/// Features of today's terminals, which are used only where the terminal says that it has them.
extension CursesTerminal {
    // MARK: Size

    package func windowChanged() -> Bool {
        let before = size
        guard hasSizeReport else {
            _ = refreshSize()
            return true
        }
        // The terminal's own report has come or is about to; only one of them is drawn.
        frames.append(query.measure(descriptor: descriptor))
        if let new = deviceSize { adopt(new) }
        needsFullRepaint = needsFullRepaint || size != before
        return size != before
    }

    /// Handles a report of the size. Returns whether it is another one.
    func handleSize(_ new: Size) -> Bool {
        let limit = 1...2048
        guard features.has(.sizeReports), limit.contains(new.columns), limit.contains(new.rows) else { return false }
        hasSizeReport = true
        guard new != size else { return false }
        adopt(new)
        needsFullRepaint = true
        return true
    }

    /// Shows clusters as one once the terminal measures them so. Returns whether any on the screen looks otherwise then.
    func showClusters() -> Bool {
        guard features.has(.graphemeClusters), !repainter.hasClusters else { return false }
        repainter.hasClusters = true
        if hasReducedClusters { needsFullRepaint = true }
        return hasReducedClusters
    }

    // MARK: Progress

    /// The sequence for another progress; empty where it is not shown.
    func showProgress(_ wanted: TerminalProgress) -> String {
        wantedProgress = wanted
        guard wanted != shownProgress, modes.speaksXterm, features.showsProgress else { return "" }
        shownProgress = wanted
        return wanted.sequence
    }

    /// Takes the progress away, before another program has the terminal.
    func hideProgress() -> String {
        defer { shownProgress = .none }
        return shownProgress == .none ? "" : TerminalProgress.none.sequence
    }

    // MARK: Notifications

    package var notificationSupport: NotificationSupport? { features.notifications }

    package func show(_ notification: DesktopNotification) {
        guard !isReleased, let support = features.notifications else { return }
        notices.open(notification.id)
        frames.append(throughTmux(NotificationSequence.answerable(notification, support)))
        frames.send()
    }

    package func closeNotification(_ id: NotificationID) {
        guard !isReleased, let support = features.notifications, notices.close(id, support, at: Self.now) else {
            return
        }
        frames.append(throughTmux(NotificationSequence.closing(id)))
        frames.send()
    }

    /// Closes all notifications and waits until the terminal has reported it: a report must not reach another program.
    func closeNotifications() {
        for id in notices.shown { closeNotification(id) }
        while let delay = notices.delay(at: Self.now), let bytes = readBytes(waiting: Self.milliseconds(delay)) {
            _ = decoder.decode(bytes, isFinal: false)
            _ = takeReplies(isLeaving: true)
        }
        notices = NotificationList()
    }

    private func throughTmux(_ sequences: String) -> String {
        guard features.isThroughTmux else { return sequences }
        return String(decoding: TmuxPassthrough().wrap(Array(sequences.utf8)), as: UTF8.self)
    }

    // MARK: Colours

    /// Uses 24-bit colours from now on. ncurses fixes the colours of a screen when it opens it, so it gets another one;
    /// the terminal gets nothing of what ncurses sends to open it. Returns whether that succeeded.
    func useTrueColor() -> Bool {
        guard mayUseTrueColor, limit == nil else { return false }
        mayUseTrueColor = false
        guard let description = Self.directDescription(of: type) else { return false }
        frames.send()
        let override = DescriptionOverride(description)
        let old = screen
        let opened = override.during { CursesScreen(type: type, output: frames.stream, input: stream, limit: nil) }
        frames.discard()
        guard let opened else {
            set_term(old.handle)
            return false
        }
        screen = opened
        // Deleting it now would take the windows of the other one along.
        replacedScreen = old
        size = Size(columns: screen.size.columns, rows: screen.size.rows)
        writer.usePairs(ColorPairs(support: screen.colors, limit: Int(ccurses_pairs())))
        // ncurses takes the look for plain and the cursor for hidden.
        frames.append(writer.sequence(for: nil))
        if shown.cursor != nil {
            curs_set(1)
            curs_set(0)
            shown.cursor = nil
        }
        _ = refreshSize()
        return true
    }

    // MARK: The crash guard

    /// Tells the crash guard what is to be given back by now.
    func updateGuard() {
        let bytes = Array((features.reset + modes.reset).utf8)
        guard bytes != guarded else { return }
        guarded = bytes
        ttyGuard.change(resetBytes: bytes)
    }
}
