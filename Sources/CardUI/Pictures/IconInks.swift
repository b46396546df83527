internal import Canvas
internal import Theming

/// The colours of the texts that icons stand beside: what a drawing gets that asks for the colour around it (Atomic iOS
/// SDK guide, "Custom icon colors"). Direct colours, for decoders know no terminal's.
struct IconInks: Equatable {
    var text: Color?
    var category: Color?
    var button: Color?
    var primaryButton: Color?

    init() {}

    init(_ theme: Theme) {
        func ink(_ scope: StyleScope) -> Color {
            switch theme[scope].foreground.value {
            case .rgb: return theme[scope].foreground
            case .palette(let index):
                let (red, green, blue) = Color.xterm(index)
                return .rgb(UInt8(red), UInt8(green), UInt8(blue))
            // What terminals mostly have; the theme says on which background.
            case .default: return theme.isLight ? .rgb(0, 0, 0) : .rgb(229, 229, 229)
            }
        }
        text = ink(.text)
        category = ink(.cardCategory)
        button = ink(.buttonSecondary)
        primaryButton = ink(.buttonPrimary)
    }
}
