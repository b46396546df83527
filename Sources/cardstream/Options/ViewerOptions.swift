internal import AppCore
internal import AppRuntime
internal import ArgumentParser

/// Options for the appearance and behaviour of the viewer.
struct DisplayOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Open this screen first.", valueName: "name"), completion: CompletionValues.screens)
    var screen: String?

    @Option(
        help: ArgumentHelp(
            "Show cards in full (cards), or as rows next to the selected card (list).", valueName: "layout"),
        completion: .list(ContainerOptions.Layout.allCases.map(\.rawValue)))
    var layout: String?

    @Option(
        help: ArgumentHelp("The theme's name, or a theme file.", valueName: "name"), completion: CompletionValues.themes
    )
    var theme: String?

    @Option(
        help: ArgumentHelp("The background that the theme is for: auto, dark or light.", valueName: "background"),
        completion: .list(Config.Appearance.allCases.map(\.rawValue)))
    var appearance: String?

    @Flag(help: "Reduce animation.")
    var reducedMotion = false

    @Flag(help: "Print line by line, for screen readers and dumb terminals.")
    var linear = false

    @Flag(help: "Leave the mouse to the terminal.")
    var noMouse = false

    @Option(
        help: ArgumentHelp("How images are drawn: auto, kitty, sixel, symbols or off.", valueName: "how"),
        completion: .list(Config.Images.allCases.map(\.rawValue)))
    var images: String?

    @Option(
        help: ArgumentHelp(
            "How long an action can be undone before it is sent; 0 sends it immediately.", valueName: "time"))
    var undoWindow: String?

    /// The values by the names of their settings.
    var flags: [String: String?] {
        [
            "screen": screen, "layout": layout, "theme": theme, "appearance": appearance,
            "mouse": noMouse ? "false" : nil, "reduced_motion": reducedMotion ? "true" : nil,
            "linear": linear ? "true" : nil, "images": images, "undo_window": undoWindow,
        ]
    }
}

/// Options of a viewer that connects to a server.
struct ViewerOptions: ParsableArguments {
    @OptionGroup var display: DisplayOptions

    @Option(
        help: ArgumentHelp("How cards arrive: websocket (push) or http (polling).", valueName: "protocol"),
        completion: .list(Config.APIProtocol.allCases.map(\.rawValue)))
    var apiProtocol: String?

    @Option(
        help: ArgumentHelp(
            "Without push, how long to wait between polls, such as 15 or 15s; 0 loads the cards once.",
            valueName: "time"))
    var pollInterval: String?

    @OptionGroup var token: TokenOptions

    /// The values by the names of their settings.
    var flags: [String: String?] {
        display.flags.merging(token.flags) { $1 }
            .merging(["api_protocol": apiProtocol, "poll_interval": pollInterval]) { $1 }
    }
}
