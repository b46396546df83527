import Basics
public import Cards

extension CardSession {
    /// Says that containers of a stream show so many cards at most: what is beyond counts as total only. For containers of
    /// the host's own; those of `CardStreamUI` say it by themselves, and where both do, this counts.
    ///
    /// - Parameter limit: At least 0, less counts as 0. Nil, as at first, leaves it to the containers that are open.
    public func setVisibleLimit(_ limit: Int?, of stream: StreamID) {
        state.withLock { $0.visibleLimits[stream] = limit.map { max(0, $0) } }
        visibleLimitChanged(of: stream)
    }

    /// Has those who read counts published how many cards of a stream are in sight now.
    func visibleLimitChanged(of stream: StreamID) {
        let listeners = state.withLock { $0.observers.values.compactMap { $0 as? CountListener } }
        for listener in listeners { listener.recount(stream, in: self) }
    }
}

extension SessionState {
    /// How many cards of a stream are in sight at most: what the host says, else the most that an open container shows. Nil
    /// for all, as without containers.
    func visibleLimit(of stream: StreamID) -> Int? {
        if let limit = visibleLimits[stream] { return limit }
        let limits = observers.values.compactMap { $0 as? EventObserver }.filter { $0.stream == stream }
            .map(\.visibleLimit)
        return limits.contains(nil) ? nil : limits.compactMap(\.self).max()
    }
}
