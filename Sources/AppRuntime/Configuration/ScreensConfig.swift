package import AppCore
package import Cards

/// The containers and screens that a configuration describes.
package struct ScreensConfig: Equatable, Sendable {
    package var containers: [ContainerModel]
    /// The screens, in the order of the file.
    package var screens: [ScreenModel]

    /// The ids of the containers that are saved filters.
    package var filters: [ContainerID] = []
    /// The commands of the containers' action buttons.
    package var actionCommands: [ContainerID: String] = [:]
    /// Where the file names the themes of containers.
    package var themeOrigins: [ContainerID: ConfigError.Origin] = [:]
    /// Warnings about settings and containers without effect.
    package var notes: [ConfigError] = []

    package init(containers: [ContainerModel], screens: [ScreenModel]) {
        self.containers = containers
        self.screens = screens
    }

    /// The default without a configuration: one vertical container that shows the stream.
    package static func single(_ stream: StreamID) -> ScreensConfig {
        let container = ContainerModel(id: ContainerID("stream"), streamID: stream)
        return ScreensConfig(
            containers: [container],
            screens: [ScreenModel(name: "stream", title: container.title, .container(container.id))])
    }

    /// Shows one stream and the saved filters, without the other containers and screens; nil if there are no saved
    /// filters.
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

    /// Adds a screen for each source whose stream no screen shows.
    package func showing(_ sources: [SourceConfig]) -> ScreensConfig {
        var config = self
        let modals = screens.first?.modals ?? []
        for source in sources where !streams.contains(source.stream) {
            // A name that the file cannot contain.
            let id = ContainerID("sources.\(source.name)")
            config.containers.append(ContainerModel(id: id, streamID: source.stream, title: source.title))
            config.screens.append(ScreenModel(name: source.name, title: source.title, .container(id), modals: modals))
        }
        for source in sources { config.addOverlay(of: source) }
        return config
    }

    /// Adds containers for the overlay stream of a source to each screen, unless a screen already shows the stream.
    private mutating func addOverlay(of source: SourceConfig) {
        guard let stream = source.overlay, !streams.contains(stream) else { return }
        var added: [ContainerID] = []
        for place in OverlayPosition.allCases {
            // A name that the file cannot contain.
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

    /// Sets the layout of containers that do not have their own.
    package func laidOut(as layout: ContainerOptions.Layout) -> ScreensConfig {
        var config = self
        for index in config.containers.indices where config.containers[index].options.layout == nil {
            config.containers[index].options.layout = layout
        }
        return config
    }

    /// The poll intervals, in seconds, of streams whose containers set one. If several containers show a stream, the
    /// shortest is used.
    package var intervals: [StreamID: Double] {
        var intervals: [StreamID: Double] = [:]
        for container in containers {
            guard let wanted = container.options.refreshInterval else { continue }
            guard let other = intervals[container.streamID] else {
                intervals[container.streamID] = wanted
                continue
            }
            // 0 means that the stream is never polled again.
            intervals[container.streamID] = wanted == 0 || other == 0 ? max(wanted, other) : min(wanted, other)
        }
        return intervals
    }

    /// The shortest poll interval of all streams, in whole seconds; 0 if none is polled.
    package func pollingSeconds(otherwise standard: Double) -> Int {
        let intervals = intervals
        return Int(streams.map { intervals[$0] ?? standard }.filter { $0 > 0 }.min() ?? 0)
    }

    /// The containers that are on a screen.
    package var shownContainers: Set<ContainerID> { Set(screens.flatMap(\.containers)) }

    /// All streams that screens show, without duplicates, in the order of the containers.
    package var streams: [StreamID] {
        let shown = shownContainers
        var streams: [StreamID] = []
        for container in containers where shown.contains(container.id) && !streams.contains(container.streamID) {
            streams.append(container.streamID)
        }
        return streams
    }
}
