/// The queue of events for sockets. It applies the event faults.
struct EventQueue: Sendable {
    /// Reordered events, which are sent after the next event without a fault.
    private var held: [EmulatorEvent] = []

    /// Adds events, and returns the events to send now.
    mutating func send(_ events: [EmulatorEvent], _ faults: inout EmulatorFaults) -> [EmulatorEvent] {
        var result: [EmulatorEvent] = []
        for event in events {
            switch faults.effect(onEvent: event.name) {
            case .withhold: break
            case .duplicate: result += [event, event]
            case .reorder: held.append(event)
            case nil:
                result += [event] + held
                held = []
            }
        }
        return result
    }
}
