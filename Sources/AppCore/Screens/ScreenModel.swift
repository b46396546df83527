/// One arrangement of containers; one of the tabs where there are several.
package struct ScreenModel: Hashable, Sendable {
    /// How configuration and `--screen` call it.
    package var name: String
    package var title: String
    package var arrangement: Arrangement
    /// Containers that come up over this screen as soon as they have a card, the most urgent first.
    package var modals: [ContainerID]
    /// The background that all of it is drawn for.
    package var appearance = ContainerOptions.Appearance.automatic
    /// The container that has the keys while no modal one is up.
    package var focus: ContainerID

    package init(
        name: String, title: String? = nil, _ arrangement: Arrangement, modals: [ContainerID] = [],
        focus: ContainerID? = nil
    ) {
        self.name = name
        self.title = title ?? name
        self.arrangement = arrangement
        self.modals = modals
        self.focus = focus ?? arrangement.containers.first ?? ContainerID("")
    }

    /// All containers of the screen, modal ones included.
    package var containers: [ContainerID] { arrangement.containers + modals }
}
