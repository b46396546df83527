package import Cards

/// What is asked of a source's switches.
package enum SwitchesEffect: Hashable, Sendable {
    /// Ask what the source of a stream lets the user switch; answer with ``SwitchesEvent/listed(_:_:)``.
    case list(StreamID)
    /// Switch one by its key; answer with ``SwitchesEvent/failed(_:_:reason:)`` where that fails.
    case set(String, isOn: Bool, StreamID)
}

/// What became of that.
package enum SwitchesEvent: Hashable, Sendable {
    case listed(SourceSwitches, StreamID)
    /// One of them, or for nil all, could not be switched or read.
    case failed(String?, StreamID, reason: String)
}

/// What sources let the user switch on and off, as kinds of notifications.
extension AppState {
    /// The stream whose source has switches: that of the container with the keys, else another one.
    var streamOfSwitches: StreamID? {
        let all = [focusedContainer?.streamID].compactMap(\.self) + streams
        return all.first { syncStatus.capabilities(of: $0).offersSwitches }
    }

    mutating func receive(_ event: SwitchesEvent) -> [Effect] {
        switch event {
        case .listed(let switches, let stream):
            guard !switches.items.isEmpty else {
                show(Strings.Switches.nothing, .information)
                return []
            }
            overlays.append(.menu(MenuOverlay(switches, of: stream, name: syncStatus.source(of: stream)?.name)))
        case .failed(let key, _, let reason):
            show(Strings.Switches.failed(reason), .failure)
            if key != nil { return offerToOverlays(.switches(event)) ?? [] }
        }
        return []
    }
}

extension MenuOverlay {
    /// A sheet of switches. Choosing one turns it over, and the sheet stays.
    init(_ switches: SourceSwitches, of stream: StreamID, name: String?) {
        let items = switches.items.map { item in
            var new = Item(label: item.name, choice: .toggle(item.key, stream))
            new.isOn = item.isOn
            return new
        }
        self.init(title: Strings.Switches.title(switches.title, of: name), card: nil, items: items)
    }

    /// Whether it is a sheet of switches.
    package var hasSwitches: Bool { items.contains { $0.isOn != nil } }

    /// Turns a switch over. Nil where the item is none.
    mutating func toggle(_ position: Int) -> [OverlayAction]? {
        guard items.indices.contains(position), case .toggle(let key, let stream) = items[position].choice else {
            return nil
        }
        selected = position
        let isOn = items[position].isOn != true
        items[position].isOn = isOn
        return [.start(.switches(.set(key, isOn: isOn, stream)))]
    }

    /// Turns back a switch that could not be turned over. Nil where it is none of these.
    mutating func turnBack(_ event: SwitchesEvent) -> [OverlayAction]? {
        guard case .failed(let key?, let stream, _) = event,
            let position = items.firstIndex(where: { $0.choice == .toggle(key, stream) })
        else { return nil }
        items[position].isOn = items[position].isOn != true
        return []
    }
}
