/// Times to wait as programs and files give them: any number of seconds, and what is no number.
extension Double {
    /// The longest time that anything waits, in seconds: 366 days. Whoever says more means for ever, and a clock counts
    /// neither that far nor to infinity.
    package static let longestWait = 366 * 86_400.0

    /// As seconds to wait: 0 for less and for what is no number, ``longestWait`` for more.
    ///
    /// - Parameter limit: The longest here, in seconds.
    package func waitingTime(atMost limit: Double = .longestWait) -> Double {
        // Not max and min alone: they let NaN through or not by the order of what they compare.
        self > 0 ? Swift.min(self, limit) : 0
    }
}

extension Duration {
    /// The only way from seconds of which nobody knows how many: ``seconds(_:)`` traps on many.
    ///
    /// - Parameter limit: The longest here, in seconds.
    package static func waiting(_ seconds: Double, atMost limit: Double = .longestWait) -> Duration {
        .seconds(seconds.waitingTime(atMost: limit))
    }
}
