package import Cards
package import ViewModels

/// The containers and screens that a configuration describes.
package struct ScreensConfig: Equatable, Sendable {
    package var containers: [ContainerModel]
    /// In the order of the file.
    package var screens: [ScreenModel]

    package init(containers: [ContainerModel], screens: [ScreenModel]) {
        self.containers = containers
        self.screens = screens
    }

    /// Without a configuration: one stream from top to bottom.
    package static func single(_ stream: String) -> ScreensConfig {
        let container = ContainerModel(id: ContainerID("stream"), streamID: StreamID(stream))
        return ScreensConfig(
            containers: [container],
            screens: [ScreenModel(name: "stream", title: container.title, .container(container.id))])
    }

    /// Every stream that some container shows, once, in the order of the containers.
    package var streams: [StreamID] {
        var streams: [StreamID] = []
        for container in containers where !streams.contains(container.streamID) { streams.append(container.streamID) }
        return streams
    }
}
