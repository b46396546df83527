internal import Canvas
internal import Theming

/// The colours of the texts that icons stand beside: what a drawing gets that asks for the colour around it (Atomic iOS
/// SDK guide, "Custom icon colors"). Direct colours, for decoders know no terminal's.
struct IconInks: Equatable {
    var text: Color?
    private var categories: [Color] = []
    var button: Color?
    var primaryButton: Color?

    init() {}

    init(_ theme: Theme) {
        let (white, black) = (Color.rgb(229, 229, 229), Color.rgb(0, 0, 0))
        func ink(_ style: Style) -> Color {
            let isReversed = style.attributes.contains(.reverse)
            let color = isReversed ? style.background : style.foreground
            switch color.value {
            case .rgb: return color
            case .palette(let index):
                let (red, green, blue) = Color.xterm(index)
                return .rgb(UInt8(red), UInt8(green), UInt8(blue))
            // What terminals mostly have; the theme says on which background.
            case .default: return theme.isLight != isReversed ? black : white
            }
        }
        text = ink(theme[.text])
        categories = Theme.categoryScopes.indices.map { ink(theme.category($0)) }
        button = ink(theme[.buttonSecondary])
        primaryButton = ink(theme[.buttonPrimary])
    }

    /// The ink of a category with this hue.
    func category(_ hue: Int) -> Color? { categories.indices.contains(hue) ? categories[hue] : nil }
}
