import Basics
public import Cards

extension CardSession {
    /// Limits the number of visible cards in a stream; the rest counts only towards the total. For containers that the
    /// host draws itself; those of `CardStreamUI` set their limit themselves, and this one takes precedence.
    ///
    /// - Parameter limit: At least 0; negative values count as 0. Nil, the default, uses the limits of open containers.
    public func setVisibleLimit(_ limit: Int?, in stream: StreamID) {
        state.withLock { $0.visibleLimits[stream] = limit.map { max(0, $0) } }
        visibleLimitChanged(of: stream)
    }

    /// Updates the published counts of a stream after its visible limit has changed.
    func visibleLimitChanged(of stream: StreamID) {
        let listeners = state.withLock { $0.observers.values.compactMap { $0 as? CountListener } }
        for listener in listeners { listener.recount(stream, in: self) }
    }
}

extension SessionState {
    /// The number of visible cards of a stream: the host's limit, otherwise the largest limit of an open container. Nil
    /// means all cards, also when there are no containers.
    func visibleLimit(of stream: StreamID) -> Int? {
        if let limit = visibleLimits[stream] { return limit }
        let limits = observers.values.compactMap { $0 as? EventObserver }.filter { $0.stream == stream }
            .map(\.visibleLimit)
        return limits.contains(nil) ? nil : limits.compactMap(\.self).max()
    }
}
