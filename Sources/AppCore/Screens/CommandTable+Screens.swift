extension Command {
    static let screens: [Entry] =
        [
            Entry(
                command: .nextContainer, name: "next-container", group: .screens, help: "The next container",
                hint: "container", keys: [(.stream, ["w"])]),
            Entry(
                command: .containerLeft, name: "container-left", group: .screens, help: "The container at the left",
                keys: [(.stream, ["ctrl-left"])]),
            Entry(
                command: .containerRight, name: "container-right", group: .screens,
                help: "The container at the right", keys: [(.stream, ["ctrl-right"])]),
            Entry(
                command: .containerAbove, name: "container-above", group: .screens, help: "The container above",
                keys: [(.stream, ["ctrl-up"])]),
            Entry(
                command: .containerBelow, name: "container-below", group: .screens, help: "The container below",
                keys: [(.stream, ["ctrl-down"])]),
            Entry(
                command: .zoom, name: "zoom", group: .screens, help: "The container alone on the screen, and back",
                keys: [(.stream, ["z"])]),
            Entry(
                command: .actionButton, name: "action-button", group: .screens,
                help: "Press the button in the container's header", hint: "action", keys: [(.stream, ["a"])]),
            Entry(
                command: .nextScreen, name: "next-screen", group: .screens, help: "The next screen",
                hint: "screen", keys: [(.stream, ["]"]), (.launch, ["]"])]),
            Entry(
                command: .previousScreen, name: "previous-screen", group: .screens, help: "The previous screen",
                keys: [(.stream, ["["]), (.launch, ["["])]),
        ]
        + (1...9).map { number in
            Entry(
                command: .showScreen(number), name: "screen-\(number)", group: .screens, help: "Screen \(number)",
                keys: [(.stream, ["alt-\(number)"]), (.launch, ["alt-\(number)"])])
        }
}
