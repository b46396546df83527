internal import AppCore
internal import Canvas
internal import Theming

/// The styles of a container's first screen: those of the theme, overridden by the host's colours.
struct LaunchStyles {
    let ground: Style
    let text: Style
    let loading: Style
    let failure: Style
    let button: Style
    /// Whether the background differs from the screen's.
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
