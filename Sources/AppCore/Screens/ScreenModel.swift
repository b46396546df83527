/// A screen with an arrangement of containers. If there are several screens, each has a tab.
package struct ScreenModel: Hashable, Sendable {
    /// The name in the configuration and for `--screen`.
    package var name: String
    package var title: String
    package var arrangement: Arrangement
    /// Containers that are shown over this screen as soon as they have a card, the most urgent first.
    package var modals: [ContainerID]
    /// The background that the screen is drawn for.
    package var appearance = ContainerOptions.Appearance.automatic
    /// The focused container while no modal container is shown.
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

    /// All containers of the screen, including modal ones.
    package var containers: [ContainerID] { arrangement.containers + modals }
}
