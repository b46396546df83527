internal import AppCore
internal import Canvas
internal import Theming

/// How the first screen of a container looks: as the theme has it, with the host's own colours over that.
struct LaunchStyles {
    let ground: Style
    let text: Style
    let loading: Style
    let failure: Style
    let button: Style
    /// Whether the ground is not the screen's own.
    let hasGround: Bool

    init(_ colors: ContainerOptions.LaunchColors, theme: Theme) {
        let background = colors.background.flatMap { theme.color($0) }
        func style(_ scope: StyleScope, _ color: String?) -> Style {
            var style = theme[scope]
            if let color = color.flatMap({ theme.color($0) }) { style.foreground = color }
            if let background { style.background = background }
            return style
        }
        ground = style(.launch, colors.text)
        text = style(.launch, colors.text)
        loading = style(.launch, colors.loadingIndicator ?? colors.text)
        failure = style(.launchFailure, colors.text)
        button = style(.buttonPrimary, colors.button)
        hasGround = background != nil
    }
}
