package import Canvas

import struct Foundation.Date

/// Keys that wait for what follows, and those that are not meant for what is on the screen.
package struct KeyboardState: Equatable, Sendable {
    /// Keys of a sequence that is not complete yet.
    package var pending: [KeyChord] = []
    /// Against keys that were meant for something that has gone.
    var staleGuard: StaleKeyGuard?
    /// What was asked of a card out of sight: for a moment another key does not act instead.
    private var deferred: DeferredCommand?

    private struct DeferredCommand: Equatable {
        var command: Command
        var until: Date
        /// Seconds; long enough to see that nothing happened.
        static let attention = 1.0
    }

    package init() {}

    // MARK: Stale keys

    /// Ends the guard once its time is over, or where there is something else that keys go to.
    mutating func endGuard(at now: Date, orIf hasOtherTarget: Bool) {
        if let stray = staleGuard, now >= stray.until || hasOtherTarget { staleGuard = nil }
    }

    /// A key was meant for a text that has gone: the rest of the text follows.
    mutating func goOnTyping(at now: Date) {
        guard staleGuard?.isTyping == true else { return }
        staleGuard?.until = now.addingTimeInterval(StaleKeyGuard.pause)
    }

    /// Why a command by a key is not meant for the card at hand; nil where it is. The guard ends with that key unless more
    /// such keys follow.
    mutating func refusal(ofKeyFor command: Command, at now: Date) -> String? {
        guard let stray = staleGuard else { return nil }
        if !stray.isTyping, !stray.outlastsKeys { staleGuard = nil }
        guard command.answersCard else { return nil }
        if stray.isTyping { staleGuard?.until = now.addingTimeInterval(StaleKeyGuard.pauseAfterNumber) }
        if stray.outlastsKeys {
            staleGuard?.until = max(stray.until, now.addingTimeInterval(StaleKeyGuard.repeatPause))
        }
        return stray.reason
    }

    /// The same for a command by a click. Once: the next one counts.
    mutating func refusal(ofClickOn command: Command, at now: Date) -> String? {
        guard let stray = staleGuard, now < stray.until, command.answersCard else { return nil }
        staleGuard = nil
        return stray.reason
    }

    // MARK: Commands for cards out of sight

    /// Whether the command may act although another one was put off a moment ago: it was typed for what that one would
    /// have opened.
    func mayAct(by command: Command, at now: Date) -> Bool {
        guard let deferred, now < deferred.until else { return true }
        return deferred.command == command
    }

    /// Its card had to be brought into sight first.
    mutating func putOff(_ command: Command, at now: Date) {
        deferred = DeferredCommand(command: command, until: now.addingTimeInterval(DeferredCommand.attention))
    }

    mutating func endPuttingOff() { deferred = nil }
}
