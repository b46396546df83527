internal import CursesTerminal
internal import Theming

public import protocol Foundation.LocalizedError

/// The theme, colours and text size of a container.
public struct ContainerAppearance: Hashable, Sendable {
    /// The name of a built-in theme, or the path of a theme file. The terminal's own colours by default.
    public var theme: String
    /// The background that the theme is for; automatic by default.
    public var interfaceStyle: InterfaceStyle
    /// The number of colours that the terminal can show; 256 by default.
    public var colors: Colors
    /// Whether the terminal's font has the glyphs of Nerd Fonts. False by default.
    public var hasNerdFont: Bool
    /// Whether to avoid flashing and animation. False by default.
    public var reducesMotion: Bool
    /// The text size; `l` by default.
    public var textSize: TextSize
    /// Whether the publisher's theme for the stream, if there is one, replaces ``theme``; false by default.
    /// ``CardContainer/setAppearance(_:)`` does not change it.
    public var usesPublisherTheme: Bool

    /// Creates an instance with these properties.
    public init(
        theme: String = "terminal", interfaceStyle: InterfaceStyle = .automatic, colors: Colors = .palette,
        hasNerdFont: Bool = false, reducesMotion: Bool = false, textSize: TextSize = .l,
        usesPublisherTheme: Bool = false
    ) {
        self.theme = theme
        self.interfaceStyle = interfaceStyle
        self.colors = colors
        self.hasNerdFont = hasNerdFont
        self.reducesMotion = reducesMotion
        self.textSize = textSize
        self.usesPublisherTheme = usesPublisherTheme
    }

    /// The background that a theme is for (Atomic SwiftUI SDK guide 25.4, "Interface style").
    public enum InterfaceStyle: String, Hashable, Sendable, CaseIterable {
        /// The background that `COLORFGBG` in the container's environment indicates, or a dark one without it. A host
        /// that queries the terminal for its background can change the style with ``CardContainer/setAppearance(_:)``
        /// while the container is shown.
        case automatic
        /// A light background.
        case light
        /// A dark background.
        case dark

        func appearance(_ environment: [String: String]) -> Appearance {
            switch self {
            case .automatic: Appearance(colorFGBG: environment["COLORFGBG"]) ?? .dark
            case .light: .light
            case .dark: .dark
            }
        }
    }

    /// How many colours the theme may use.
    public enum Colors: Hashable, Sendable {
        /// No colours, only attributes such as bold.
        case none
        /// The terminal's own sixteen colours.
        case sixteen
        /// The terminal's palette of 256 colours.
        case palette
        /// Direct colours with 24 bits.
        case direct

        /// The colours that curses supports. Read this after the host's `initscr` and `start_color`.
        public static var ofCurses: Colors {
            switch WindowPainter.colors {
            case .none: .none
            case .eight, .sixteen: .sixteen
            case .palette: .palette
            case .direct: .direct
            }
        }

        var depth: ColorDepth {
            switch self {
            case .none: .none
            case .sixteen: .ansi16
            case .palette: .indexed256
            case .direct: .direct
            }
        }
    }

    /// Loads the theme. Throws the reason if it cannot be used.
    func load(_ environment: [String: String] = [:]) throws(ContainerError) -> Theme {
        do {
            return try ThemeLoader.load(
                theme, appearance: interfaceStyle.appearance(environment), depth: colors.depth, textSize: textSize.size
            ).0
        } catch { throw .theme("\(error)") }
    }
}

/// Why a container cannot be created.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum ContainerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stream, or a number or colour of the configuration, is invalid; the text says what was expected.
    case invalidArgument(String)
    /// The theme does not exist or its file cannot be used; the text says why.
    case theme(String)
    /// The session's store cannot be read; the text says why.
    case store(String)

    public var description: String {
        switch self {
        case .invalidArgument(let text), .theme(let text), .store(let text): text
        }
    }
}

extension ContainerError: LocalizedError {
    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}
