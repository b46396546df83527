package import AppCore
package import Cards

/// The containers and screens that a configuration describes.
package struct ScreensConfig: Equatable, Sendable {
    package var containers: [ContainerModel]
    /// In the order of the file.
    package var screens: [ScreenModel]

    /// Those of the containers that are saved filters.
    package var filters: [ContainerID] = []
    /// What the buttons of containers run.
    package var actionCommands: [ContainerID: String] = [:]
    /// Settings without effect.
    package var notes: [ConfigError] = []

    package init(containers: [ContainerModel], screens: [ScreenModel]) {
        self.containers = containers
        self.screens = screens
    }

    /// Without a configuration: one stream from top to bottom.
    package static func single(_ stream: StreamID) -> ScreensConfig {
        let container = ContainerModel(id: ContainerID("stream"), streamID: stream)
        return ScreensConfig(
            containers: [container],
            screens: [ScreenModel(name: "stream", title: container.title, .container(container.id))])
    }

    /// One stream and the saved filters, without the other containers and screens; nil without filters.
    package func filtersOnly(stream: StreamID) -> ScreensConfig? {
        var config = Self.single(stream)
        let taken = config.containers.map(\.id)
        config.filters = filters.filter { !taken.contains($0) }
        guard !config.filters.isEmpty else { return nil }
        for id in config.filters {
            guard let container = containers.first(where: { $0.id == id }) else { continue }
            config.containers.append(container)
            config.screens.append(ScreenModel(name: id.rawValue, .container(id)))
        }
        return config
    }

    /// The same with a screen for each source whose stream no container shows.
    package func showing(_ sources: [SourceConfig]) -> ScreensConfig {
        var config = self
        let modals = screens.first?.modals ?? []
        for source in sources where !streams.contains(source.stream) {
            // A name that no table has.
            let id = ContainerID("sources.\(source.name)")
            config.containers.append(ContainerModel(id: id, streamID: source.stream, title: source.title))
            config.screens.append(ScreenModel(name: source.name, title: source.title, .container(id), modals: modals))
        }
        for source in sources { config.addOverlay(of: source) }
        return config
    }

    /// Adds what a source shows over other cards, to each screen, unless a container shows it.
    private mutating func addOverlay(of source: SourceConfig) {
        guard let stream = source.overlay, !streams.contains(stream) else { return }
        var added: [ContainerID] = []
        for place in OverlayPlace.allCases {
            // A name that no table has.
            let id = ContainerID("sources.\(source.name).\(place.rawValue)")
            var options = ContainerOptions()
            options.modalPosition = place.position
            options.filters = place.filters
            containers.append(
                ContainerModel(id: id, kind: .modal, streamID: stream, title: source.title, options: options))
            added.append(id)
        }
        for index in screens.indices { screens[index].modals += added }
    }

    /// The same with a layout for the containers that have none of their own.
    package func laidOut(as layout: ContainerOptions.Layout) -> ScreensConfig {
        var config = self
        for index in config.containers.indices where config.containers[index].options.layout == nil {
            config.containers[index].options.layout = layout
        }
        return config
    }

    /// The intervals of streams that containers want polled otherwise than the rest; of several the shortest.
    package var intervals: [StreamID: Double] {
        var intervals: [StreamID: Double] = [:]
        for container in containers {
            guard let wanted = container.options.refreshInterval else { continue }
            guard let other = intervals[container.streamID] else {
                intervals[container.streamID] = wanted
                continue
            }
            // 0 is never.
            intervals[container.streamID] = wanted == 0 || other == 0 ? max(wanted, other) : min(wanted, other)
        }
        return intervals
    }

    /// How often some stream is polled, in whole seconds; 0 for never.
    package func pollingSeconds(otherwise standard: Double) -> Int {
        let intervals = intervals
        return Int(streams.map { intervals[$0] ?? standard }.filter { $0 > 0 }.min() ?? 0)
    }

    /// Every stream that some container shows, once, in the order of the containers.
    package var streams: [StreamID] {
        var streams: [StreamID] = []
        for container in containers where !streams.contains(container.streamID) { streams.append(container.streamID) }
        return streams
    }
}
