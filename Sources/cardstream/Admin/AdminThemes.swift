internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import CursesTerminal
internal import FeedAPI
internal import FeedTransport
internal import Theming

/// `cardstream admin themes`: manages the themes of streams.
struct AdminThemes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes", abstract: "List, set, show and remove the themes that viewers show streams in.",
        discussion: """
            The containers of a stream are shown in the stream's theme, unless a user has chosen otherwise. A theme has \
            at most 64 kB, inherits from no theme but a built-in one, and has no mistakes; all of its text has a contrast \
            of at least 4.5. A theme with [palette.light] and without [palette.dark] looks the same on dark backgrounds. With \
            --json, `list` prints a line for each stream, as `cardstream schema admin-themes` describes.

            EXAMPLES
              cardstream admin themes set ops harbour
              cardstream admin themes set ops ./brand.toml
              cardstream admin themes
              cardstream admin themes show ops
              cardstream admin themes remove ops

            EXIT CODES
              0 done, 1 the theme cannot be used, 2 usage error, 3 the stream has no theme;
              for list: no stream has a theme
            """,
        subcommands: [StreamThemeList.self, StreamThemeSet.self, StreamThemeShow.self, StreamThemeRemove.self],
        defaultSubcommand: StreamThemeList.self)
}

struct StreamThemeList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the streams that have a theme, and the built-in themes they inherit from.")

    @OptionGroup var admin: AdminOptions

    func run() throws {
        try admin.show(
            .themes, admin.caller(),
            empty: "no stream has a theme; `cardstream admin themes set STREAM THEME` gives it one",
            titles: ["STREAM", "INHERITS", "BYTES"]
        ) { theme, _ in
            [theme.shown("stream"), theme.shown("inherits"), theme.shown("bytes")]
        }
    }
}

/// Options of all commands about themes of streams.
struct StreamThemeOptions: ParsableArguments {
    @OptionGroup(title: "Settings")
    var options: ConnectionOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Argument(help: ArgumentHelp("The stream.", valueName: "stream"))
    var stream: String

    func setup() throws -> Setup { try options.load(publisher.flags) }
    func streamID() throws(CommandFailure) -> StreamID { try StreamID(argument: stream, "the stream") }
}

struct StreamThemeSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Give a stream a theme, in place of the one it has.")

    @OptionGroup var target: StreamThemeOptions

    @Argument(
        help: ArgumentHelp("The name of a theme, or a theme file.", valueName: "theme"),
        completion: CompletionValues.themes)
    var theme: String

    func run() throws {
        let (setup, stream) = (try target.setup(), try target.streamID())
        let document = try document(ThemeChoice(setup, colors: .none).searchPaths)
        do throws(ThemeProblem) { _ = try PublishedTheme(document) } catch {
            let place = error.line > 0 ? "\(theme.shownAsFile):\(error.line)" : theme.shownAsFile
            throw CommandFailure(.failure, "\(place): \(error.message)".escapingControls)
        }
        let caller = try PublisherAccess(setup).caller()
        try runBlocking { try await caller.setTheme(document, of: stream) }
    }

    /// The theme file to upload. A built-in theme is uploaded only as its name, so that each viewer shows its own
    /// version of the theme.
    private func document(_ searchPaths: [String]) throws(ThemeError) -> String {
        let entry = ThemeLoader.entries(searchPaths: searchPaths).first { $0.name == theme }
        if let entry, entry.path == nil { return "inherits = \"\(entry.name)\"\n" }
        return try ThemeLoader.text(of: theme, searchPaths: searchPaths)
    }
}

struct StreamThemeShow: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Print the theme of a stream.")

    @OptionGroup var target: StreamThemeOptions

    func run() throws {
        let (setup, stream) = (try target.setup().ofKnownProfile(), try target.streamID())
        let caller = try PublisherAccess(setup).caller()
        guard var document = try runBlocking({ try await caller.theme(of: stream) })?.document else {
            throw CommandFailure(
                .nothingMatched,
                "the stream \"\(stream)\" has no theme; `cardstream admin themes set \(stream) THEME` gives it one")
        }
        if document.hasSuffix("\n") { document.removeLast() }
        // Escape control characters, because other publishers may have stored the theme.
        Console.print(
            document.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapingControls }
                .joined(separator: "\n"))
    }
}

struct StreamThemeRemove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove the theme of a stream.")

    @OptionGroup var target: StreamThemeOptions

    func run() throws {
        let (setup, stream) = (try target.setup().ofKnownProfile(), try target.streamID())
        let caller = try PublisherAccess(setup).caller()
        try runBlocking { try await caller.removeTheme(of: stream) }
    }
}
