/// Waiting times from programs and files, which may be any number of seconds, infinite or not a number.
extension Double {
    /// The longest time that anything waits, in seconds: 366 days. Longer values mean "for ever", which clocks cannot
    /// represent.
    package static let longestWait = 366 * 86_400.0

    /// The value as seconds to wait: 0 if negative or not a number, ``longestWait`` if longer.
    ///
    /// - Parameter limit: An upper limit in seconds.
    package func waitingTime(atMost limit: Double = .longestWait) -> Double {
        // `max` and `min` alone pass NaN through depending on the order of their arguments.
        self > 0 ? Swift.min(self, limit) : 0
    }
}

extension Duration {
    /// Converts seconds of any size to a duration. Always use this instead of ``seconds(_:)``, which traps on large
    /// values.
    ///
    /// - Parameter limit: An upper limit in seconds.
    package static func waiting(_ seconds: Double, atMost limit: Double = .longestWait) -> Duration {
        .seconds(seconds.waitingTime(atMost: limit))
    }

    /// Converts a difference in seconds of any size: at most 30,000 years in either direction, zero for NaN.
    package static func seconds(clamping seconds: Double) -> Duration {
        .seconds(seconds.isNaN ? 0 : min(max(seconds, -1e12), 1e12))
    }
}
