/// The colours of a theme file by name: those for any background, and what is different for one.
struct ThemePalettes: Equatable {
    /// A `[palette…]` of a file.
    enum Kind: String, CaseIterable {
        /// `[palette]`: for every background.
        case common = "palette"
        /// `[palette.dark]` and `[palette.light]`: for backgrounds of that kind.
        case dark = "palette.dark"
        case light = "palette.light"
        /// `[palette.sixteen]`: for terminals that have only their owner's sixteen colours, on whichever background.
        case sixteen = "palette.sixteen"

        /// The word after the dot.
        static let words = Self.allCases.compactMap { $0 == .common ? nil : String($0.rawValue.dropFirst(8)) }
    }

    private var colors = [[String: ThemeFile.ColorText]](repeating: [:], count: Kind.allCases.count)

    subscript(kind: Kind) -> [String: ThemeFile.ColorText] {
        get { colors[kind.index] }
        set { colors[kind.index] = newValue }
    }

    /// Every name that any of them gives.
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
