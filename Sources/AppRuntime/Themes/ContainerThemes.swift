import AppCore
import Cards
import Theming

/// The themes of containers that have another one than the program: one that the user has configured, or else the one that the
/// publisher gives the stream.
struct ContainerThemes {
    /// Whether publishers' themes are wanted.
    var showsPublished = false
    private var published: [StreamID: PublishedTheme] = [:]
    /// Resolved, since each frame needs them; nil for one that cannot be used.
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

    /// Takes over the theme that a publisher gives a stream. One that cannot be shown changes nothing.
    ///
    /// - Parameter document: Nil for none.
    /// - Throws: Why it cannot be shown.
    mutating func set(_ document: String?, of stream: StreamID) throws(ThemeProblem) {
        if let document { published[stream] = try PublishedTheme(document) } else { published[stream] = nil }
        resolved = resolved.filter { $0.key.choice != .published(stream) }
    }

    /// The theme of a container; nil for that of the program.
    mutating func theme(of container: ContainerModel, on appearance: Appearance, _ themes: ThemeController) -> Theme? {
        if let name = container.options.theme, let own = theme(.own(name), appearance, themes) { return own }
        guard showsPublished, published[container.streamID] != nil else { return nil }
        return theme(.published(container.streamID), appearance, themes)
    }

    private mutating func theme(_ choice: Choice, _ appearance: Appearance, _ themes: ThemeController) -> Theme? {
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
                problems.append(error.brief)
                theme = nil
            }
        }
        resolved[key] = .some(theme)
        return theme
    }

    /// What is wrong with configured themes, each once.
    mutating func drainProblems() -> [String] {
        defer { problems = [] }
        return problems
    }
}
