extension AppLoop {
    /// The seconds without a change after which the loop counts as idle. A change in the card store takes a moment to
    /// arrive as a window.
    package static var quietTime: Double { 0.04 }

    /// Runs until there is nothing left to do: no effect is running, all requested windows have arrived, and nothing
    /// else arrives for ``quietTime``; for at most ``ScriptStep/timeout`` seconds. Then draws a frame.
    package func settle() {
        let end = AppClock.monotonic + ScriptStep.timeout
        var quietSince = AppClock.monotonic
        while exit == nil, AppClock.monotonic < end {
            if turn(limit: Self.quietTime) { quietSince = AppClock.monotonic }
            if runner.isIdle, AppClock.monotonic - quietSince >= Self.quietTime { break }
        }
        if exit == nil { paint() }
    }
}
