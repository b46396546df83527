extension AppLoop {
    /// Seconds without a change that count as idle; a change in the store needs a moment to come back as a window.
    package static var quietTime: Double { 0.04 }

    /// Runs until nothing is left to do: no effect runs, every window asked for has come, and nothing more arrives for
    /// ``quietTime``; at most ``ScriptStep/timeout`` seconds. Then paints.
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
