import CCurses
package import Canvas
import Glibc

/// Optional terminal features, which are used only if the terminal reports support.
extension CursesTerminal {
    // MARK: Size

    package func windowChanged() -> Bool {
        let before = size
        guard hasSizeReport else {
            _ = refreshSize()
            return true
        }
        // The terminal's own report has arrived or will arrive soon. Only one of the two size changes is drawn.
        frames.append(query.measure(descriptor: descriptor))
        if let new = deviceSize { adopt(new) }
        needsFullRepaint = needsFullRepaint || size != before
        return size != before
    }

    /// Handles a size report. Returns whether the size has changed.
    func handleSize(_ new: Size) -> Bool {
        let limit = 1...2048
        guard features.has(.sizeReports), limit.contains(new.columns), limit.contains(new.rows) else { return false }
        hasSizeReport = true
        guard new != size else { return false }
        adopt(new)
        needsFullRepaint = true
        return true
    }

    /// Starts to draw grapheme clusters as one cell group, if the terminal measures them in this way. Returns whether
    /// this changes any cluster on the screen.
    func showClusters() -> Bool {
        guard features.has(.graphemeClusters), !repainter.hasClusters else { return false }
        repainter.hasClusters = true
        if hasReducedClusters { needsFullRepaint = true }
        return hasReducedClusters
    }

    // MARK: Progress

    /// The sequence to show new progress; empty if the terminal does not show it or it has not changed.
    func showProgress(_ wanted: TerminalProgress) -> String {
        wantedProgress = wanted
        guard wanted != shownProgress, modes.speaksXterm, features.showsProgress else { return "" }
        shownProgress = wanted
        return wanted.sequence
    }

    /// The sequence to hide the progress, before another program uses the terminal.
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

    /// Closes all notifications, and waits until the terminal has reported this, because a report must not reach
    /// another program.
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

    /// Switches to 24-bit colours. ncurses fixes the colours of a screen when it opens the screen, so another screen is
    /// opened. The sequences that ncurses writes while opening it are discarded. Returns whether this succeeded.
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
        // The old screen is kept, because deleting it now would also delete the windows of the new one.
        replacedScreen = old
        size = Size(columns: screen.size.columns, rows: screen.size.rows)
        writer.usePairs(ColorPairs(support: screen.colors, limit: Int(ccurses_pairs())))
        // The new screen assumes plain text attributes and a hidden cursor.
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

    /// Updates the sequences that the crash guard writes to restore the terminal.
    func updateGuard() {
        let bytes = Array((features.reset + modes.reset).utf8)
        guard bytes != guarded else { return }
        guarded = bytes
        ttyGuard.change(resetBytes: bytes)
    }
}
