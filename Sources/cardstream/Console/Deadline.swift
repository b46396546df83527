extension ContinuousClock.Instant {
    /// Seconds until this instant, at least 0.
    var secondsLeft: Double {
        let left = ContinuousClock.now.duration(to: self).components
        return max(0, Double(left.seconds) + Double(left.attoseconds) * 1e-18)
    }
}
