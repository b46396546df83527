package import Cards

/// A request about a source's switches.
package enum SwitchesEffect: Hashable, Sendable {
    /// Read the switches of a stream's source. The result is ``SwitchesEvent/listed(_:_:)``.
    case list(StreamID)
    /// Change a switch by its key. The result is ``SwitchesEvent/failed(_:_:reason:)`` if that fails.
    case set(String, isOn: Bool, StreamID)
}

/// The result of a ``SwitchesEffect``.
package enum SwitchesEvent: Hashable, Sendable {
    case listed(SourceSwitches, StreamID)
    /// A switch could not be changed, or, for nil, the switches could not be read.
    case failed(String?, StreamID, reason: String)
}

/// The switches of sources, for example for kinds of notifications.
extension AppState {
    /// A stream whose source has switches: preferably that of the focused container.
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
    /// Creates a sheet of switches. Choosing a switch toggles it and keeps the sheet open.
    init(_ switches: SourceSwitches, of stream: StreamID, name: String?) {
        let items = switches.items.map { item in
            var new = Item(label: item.name, choice: .toggle(item.key, stream))
            new.isOn = item.isOn
            return new
        }
        self.init(title: Strings.Switches.title(switches.title, of: name), card: nil, items: items)
    }

    /// Whether the menu is a sheet of switches.
    package var hasSwitches: Bool { items.contains { $0.isOn != nil } }

    /// Toggles a switch. Nil if the item is not a switch.
    mutating func toggle(_ position: Int) -> [OverlayAction]? {
        guard items.indices.contains(position), case .toggle(let key, let stream) = items[position].choice else {
            return nil
        }
        selected = position
        let isOn = items[position].isOn != true
        items[position].isOn = isOn
        return [.start(.switches(.set(key, isOn: isOn, stream)))]
    }

    /// Toggles a switch back after the change failed. Nil if it is not a switch of this sheet.
    mutating func turnBack(_ event: SwitchesEvent) -> [OverlayAction]? {
        guard case .failed(let key?, let stream, _) = event,
            let position = items.firstIndex(where: { $0.choice == .toggle(key, stream) })
        else { return nil }
        items[position].isOn = items[position].isOn != true
        return []
    }
}
