/// The named colours of a theme file: common ones, and those for a kind of background.
struct ThemePalettes: Equatable {
    /// A `[palette…]` section.
    enum Kind: String, CaseIterable {
        /// `[palette]`: for every background.
        case common = "palette"
        /// `[palette.dark]` and `[palette.light]`: for backgrounds of that kind.
        case dark = "palette.dark"
        case light = "palette.light"
        /// `[palette.sixteen]`: for terminals with only their own sixteen colours, on any background.
        case sixteen = "palette.sixteen"

        /// The words after the dot.
        static let words = Self.allCases.compactMap { $0 == .common ? nil : String($0.rawValue.dropFirst(8)) }
    }

    private var colors = [[String: ThemeFile.ColorText]](repeating: [:], count: Kind.allCases.count)

    subscript(kind: Kind) -> [String: ThemeFile.ColorText] {
        get { colors[kind.index] }
        set { colors[kind.index] = newValue }
    }

    /// All names in any of the palettes.
    var names: [String] { colors.flatMap(\.keys) }
}

extension ThemePalettes.Kind {
    fileprivate var index: Int {
        switch self {
        case .common: 0
        case .dark: 1
        case .light: 2
        case .sixteen: 3
        }
    }

    init(_ appearance: Appearance) {
        self =
            switch appearance {
            case .dark: .dark
            case .light: .light
            }
    }
}
