/// Events on their way to sockets, with the faults of that way.
struct EventQueue: Sendable {
    /// Events that wait for a later one.
    private var held: [EmulatorEvent] = []

    /// The events to send now.
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
