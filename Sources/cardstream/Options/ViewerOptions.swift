internal import AppCore
internal import AppRuntime
internal import ArgumentParser

/// Options of all commands that show cards.
struct ViewerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Open this screen first.", valueName: "name"), completion: CompletionValues.screens)
    var screen: String?

    @Option(
        help: ArgumentHelp(
            "Show cards in full (cards), or as rows with the selected one beside (list).", valueName: "layout"),
        completion: .list(ContainerOptions.Layout.allCases.map(\.rawValue)))
    var layout: String?

    @Option(
        help: ArgumentHelp("The theme's name, or a theme file.", valueName: "name"), completion: CompletionValues.themes
    )
    var theme: String?

    @Option(
        help: ArgumentHelp("The background the theme is for: auto, dark or light.", valueName: "background"),
        completion: .list(Config.Appearance.allCases.map(\.rawValue)))
    var appearance: String?

    @Flag(help: "Nothing flashes or runs.")
    var reducedMotion = false

    @Flag(help: "Line by line, for screen readers and dumb terminals.")
    var linear = false

    @Flag(help: "Leave the mouse to the terminal.")
    var noMouse = false

    @Option(
        help: ArgumentHelp("How images are drawn: auto, kitty, sixel, symbols or off.", valueName: "how"),
        completion: .list(Config.Images.allCases.map(\.rawValue)))
    var images: String?

    @Option(
        help: ArgumentHelp("How cards come: websocket (push) or http (polling).", valueName: "protocol"),
        completion: .list(Config.APIProtocol.allCases.map(\.rawValue)))
    var apiProtocol: String?

    @Option(help: ArgumentHelp("How often to poll without push, as 15 or 15s; 0 loads once.", valueName: "duration"))
    var pollInterval: String?

    @Option(
        help: ArgumentHelp(
            "How long what you did can be undone before it is sent; 0 sends at once.", valueName: "duration"))
    var undoWindow: String?

    @Option(help: ArgumentHelp("Read the token from this file.", valueName: "file"), completion: .file())
    var tokenFile: String?

    @Option(help: ArgumentHelp("Get the token from this shell command.", valueName: "command"))
    var tokenCommand: String?

    @Option(help: ArgumentHelp("Read the viewer's API key from this file.", valueName: "file"), completion: .file())
    var viewerKeyFile: String?

    var flags: [String: String?] {
        [
            "screen": screen, "layout": layout, "theme": theme, "appearance": appearance,
            "mouse": noMouse ? "false" : nil,
            "reduced_motion": reducedMotion ? "true" : nil, "linear": linear ? "true" : nil, "images": images,
            "api_protocol": apiProtocol,
            "poll_interval": pollInterval, "undo_window": undoWindow, "token_file": tokenFile,
            "token_command": tokenCommand,
            "viewer_key_file": viewerKeyFile,
        ]
    }
}
