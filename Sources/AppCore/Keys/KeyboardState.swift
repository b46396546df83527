package import Canvas

import struct Foundation.Date

/// Incomplete key sequences, and guards against keys that are not meant for the current content of the screen.
package struct KeyboardState: Equatable, Sendable {
    /// The keys of an incomplete sequence.
    package var pending: [KeyChord] = []
    /// Guards against keys that were meant for a card or field that has gone.
    var staleGuard: StaleKeyGuard?
    /// A command for a card that was out of sight. For a moment, no other command acts instead.
    private var postponed: PostponedCommand?

    private struct PostponedCommand: Equatable {
        var command: Command
        var until: Date
        /// In seconds; long enough for the user to see that nothing happened.
        static let attention = 1.0
    }

    package init() {}

    // MARK: Stale keys

    /// Ignores the digits of a question that has just opened, until they pause.
    mutating func guardQuestion(at now: Date) {
        var stray = StaleKeyGuard(
            until: now.addingTimeInterval(StaleKeyGuard.secondPress), wereForText: false,
            reason: Strings.Toasts.questionCame)
        (stray.outlastsKeys, stray.isForMenu) = (true, true)
        staleGuard = stray
    }

    /// Ends the guard when its time is over, or when keys have another target.
    ///
    /// - Parameter isMenu: Whether the target is a menu.
    mutating func endGuard(at now: Date, orIf hasOtherTarget: Bool, isMenu: Bool) {
        guard let stray = staleGuard else { return }
        let isLeft = stray.isForMenu ? !isMenu : hasOtherTarget
        if now >= stray.until || isLeft { staleGuard = nil }
    }

    /// Extends the guard after a key that was meant for a text field that has gone, because the rest of the text
    /// follows.
    mutating func goOnTyping(at now: Date) {
        guard staleGuard?.isTyping == true else { return }
        staleGuard?.until = now.addingTimeInterval(StaleKeyGuard.pause)
    }

    /// Why a command from a key is not meant for the current card; nil if it is. The guard ends with this key, unless
    /// more such keys are expected.
    mutating func refusal(ofKeyFor command: Command, at now: Date) -> String? {
        guard let stray = staleGuard else { return nil }
        if !stray.isTyping, !stray.outlastsKeys { staleGuard = nil }
        guard command.answersCard || stray.isForMenu && command.isMenuItem else { return nil }
        if stray.isTyping { staleGuard?.until = now.addingTimeInterval(StaleKeyGuard.pauseAfterNumber) }
        if stray.outlastsKeys {
            staleGuard?.until = max(stray.until, now.addingTimeInterval(StaleKeyGuard.repeatPause))
        }
        return stray.reason
    }

    /// Why a command from a click is not meant for the current card; nil if it is. Ends the guard, so the next click
    /// counts.
    mutating func refusal(ofClickOn command: Command, at now: Date) -> String? {
        guard let stray = staleGuard, now < stray.until, command.answersCard else { return nil }
        staleGuard = nil
        return stray.reason
    }

    // MARK: Commands for cards out of sight

    /// Whether the command may act, although another one was postponed a moment ago. Only the same command may: any
    /// other key was probably typed for the menu that the first command would have opened.
    func allows(_ command: Command, at now: Date) -> Bool {
        guard let postponed, now < postponed.until else { return true }
        return postponed.command == command
    }

    /// Records a command that did not act, because its card had to be scrolled into sight first.
    mutating func postpone(_ command: Command, at now: Date) {
        postponed = PostponedCommand(command: command, until: now.addingTimeInterval(PostponedCommand.attention))
    }

    mutating func clearPostponed() { postponed = nil }
}
