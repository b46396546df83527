import AppCore
import Cards
import Theming

/// The themes of containers that differ from the program's theme: the one that the user configured, or else the one
/// that the publisher provides for the stream.
struct ContainerThemes {
    /// Whether themes of publishers are shown.
    var showsPublished = false
    /// The places in the configuration that name the themes of containers.
    var places: [ContainerID: String] = [:]
    private var published: [StreamID: PublishedTheme] = [:]
    /// The resolved themes, cached because each frame needs them; nil for a theme that cannot be used.
    private var resolved: [Key: Theme?] = [:]
    private var problems: [String] = []

    private struct Key: Hashable {
        var choice: Choice
        var appearance: Appearance
        var depth: ColorDepth
        var textSize: TextSize
    }

    private enum Choice: Hashable {
        case own(String)
        case published(StreamID)
    }

    /// Adopts the theme that a publisher provides for a stream. A theme that is not valid changes nothing.
    ///
    /// - Parameter document: The theme; nil to remove it.
    /// - Throws: ``ThemeProblem`` if the theme is not valid.
    mutating func set(_ document: String?, of stream: StreamID) throws(ThemeProblem) {
        if let document { published[stream] = try PublishedTheme(document) } else { published[stream] = nil }
        resolved = resolved.filter { $0.key.choice != .published(stream) }
    }

    /// The theme of a container; nil if it uses the program's theme.
    mutating func theme(of container: ContainerModel, on appearance: Appearance, _ themes: ThemeController) -> Theme? {
        if let name = container.options.theme, let own = theme(.own(name), of: container, appearance, themes) {
            return own
        }
        guard showsPublished, published[container.streamID] != nil else { return nil }
        return theme(.published(container.streamID), of: container, appearance, themes)
    }

    private mutating func theme(
        _ choice: Choice, of container: ContainerModel, _ appearance: Appearance, _ themes: ThemeController
    ) -> Theme? {
        let base = themes.theme
        let key = Key(choice: choice, appearance: appearance, depth: base.depth, textSize: base.textSize)
        if let known = resolved[key] { return known }
        let theme: Theme?
        switch choice {
        case .published(let stream):
            theme = published[stream]?.theme(
                named: stream.rawValue, appearance: appearance, depth: base.depth, textSize: base.textSize)
        case .own(let name):
            do throws(ThemeError) {
                let (found, mistakes) = try themes.load(name, for: appearance)
                if let first = mistakes.first {
                    problems.append(Strings.Themes.mistakes(first.description, others: mistakes.count - 1))
                }
                theme = found
            } catch {
                // Only this error does not name the theme's file, so the message names the setting.
                let isNamed = if case .notFound = error { false } else { true }
                let place = isNamed ? nil : places[container.id]
                problems.append((place.map { "\($0): " } ?? "") + error.brief)
                theme = nil
            }
        }
        resolved[key] = .some(theme)
        return theme
    }

    /// Returns and clears the problems of configured themes. Each problem is returned once.
    mutating func drainProblems() -> [String] {
        defer { problems = [] }
        return problems
    }
}
