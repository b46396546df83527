internal import AppCore
internal import AppRuntime
internal import Cards

/// The screens of the demo: one screen for each kind of container, and a dashboard with several containers.
enum DemoScreens: String, CaseIterable {
    case vertical, horizontal, single, modal, dashboard

    static func config(stream: StreamID) -> ScreensConfig {
        let inbox = ContainerModel(id: ContainerID("inbox"), streamID: stream)
        var strip = ContainerModel(
            id: ContainerID("highlights"), kind: .horizontal, streamID: StreamID("highlights"), title: "Highlights")
        strip.options.cardWidth = 46
        var today = ContainerModel(id: ContainerID("today"), kind: .single, streamID: StreamID("today"))
        today.options.loadsNext = true
        let urgent = ContainerModel(id: ContainerID("urgent"), kind: .modal, streamID: StreamID("urgent"))
        return ScreensConfig(
            containers: [inbox, strip, today, urgent],
            screens: allCases.map { screen in
                switch screen {
                case .vertical: ScreenModel(name: screen.rawValue, title: "Vertical", .container(inbox.id))
                case .horizontal: ScreenModel(name: screen.rawValue, title: "Horizontal", .container(strip.id))
                case .single: ScreenModel(name: screen.rawValue, title: "Single", .container(today.id))
                case .modal:
                    ScreenModel(name: screen.rawValue, title: "Modal", .container(inbox.id), modals: [urgent.id])
                case .dashboard:
                    ScreenModel(
                        name: screen.rawValue, title: "Dashboard",
                        .rows([
                            Arrangement.Part(.cells(11), .container(strip.id)),
                            Arrangement.Part(
                                .fill,
                                .columns([
                                    Arrangement.Part(.percent(60), .container(inbox.id)),
                                    Arrangement.Part(.fill, .container(today.id)),
                                ])),
                        ]), focus: inbox.id)
                }
            })
    }
}
