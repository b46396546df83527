internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Canvas
internal import CardUI
internal import Cards
internal import CursesTerminal
internal import Glibc
internal import Theming

internal import struct Foundation.Date

/// `cardstream themes preview`: draws two sample cards in a theme.
struct ThemesPreview: ParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case ansi, svg
    }

    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Draw two cards in a theme.",
        discussion: """
            If you name no theme, the command draws the theme in use. With --format svg, the colour scheme \"One \
            Half\" stands in for the terminal's own colours.
            """)

    @OptionGroup var source: ThemesSource

    @Argument(help: "Names of themes, or theme files.", completion: CompletionValues.themes)
    var themes: [String] = []

    @Flag(help: "Draw all themes.")
    var all = false

    @Option(
        name: .customLong("on"),
        help: ArgumentHelp("The background, dark or light. Default: the terminal's.", valueName: "background"))
    var appearance: Appearance?

    @Option(help: ArgumentHelp("The width of a card in columns, from 20 to 84.", valueName: "columns"))
    var width = 64

    @Option(help: "The output format: ansi or svg.")
    var format = Format.ansi

    /// The lifecycle ids of the sample cards from the demo: one with much text and buttons, and one with a form.
    private static let cards = ["deploy-checkout-4127", "expense-8841"]

    func run() throws {
        guard (20...CardSheet.maxColumns).contains(width) else {
            throw CommandFailure(.usage, "--width \(width): expected from 20 to \(CardSheet.maxColumns) columns")
        }
        let setup = try source.setup()
        let colors: ColorSupport =
            switch format {
            case .ansi: ColorPreference(setup.variables).support(setup.variables)
            case .svg: .direct
            }
        let choice = ThemeChoice(setup, colors: colors)
        let named = themes.isEmpty ? [choice.name] : themes
        let names = all ? ThemeLoader.entries(searchPaths: choice.searchPaths).map(\.name) : named
        if format == .svg, names.count > 1 {
            throw CommandFailure(.usage, "a picture shows one theme: name only one, or use --format ansi")
        }
        let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        let samples = try DemoCards(.living).first.map(\.card).filter { card in
            Self.cards.contains(card["lifecycleId"]?.string ?? "")
        }
        let preview = try CardPreview(
            CardFile(Array(JSONValue.array(samples).text().utf8), isLines: false), name: "the sample", now: now)
        var hasFailed = false
        for name in names {
            let (theme, problems): (Theme, [ThemeProblem])
            do throws(ThemeError) {
                (theme, problems) = try ThemeLoader.load(
                    name, searchPaths: choice.searchPaths, appearance: appearance ?? choice.appearance,
                    depth: choice.depth, textSize: choice.textSize)
            } catch {
                guard all else { throw error }
                // Continue with the other themes.
                Console.error(CommandFailure(error).message)
                hasFailed = true
                continue
            }
            for problem in problems { Console.error("\(problem)") }
            let sheet = CardSheet(preview.items, theme: theme, columns: width, now: now, zone: .system(around: now))
            switch format {
            case .ansi:
                if names.count > 1 { Console.print("\n\(name)\n") }
                Console.write(sheet.surface.ansiText + "\n", to: STDOUT_FILENO)
            case .svg:
                let palette = PicturePalette(theme)
                let title = SafeText("The theme \(name)", limit: 200)
                Console.write(
                    SVGPicture(sheet.surface, palette: palette, title: title).document, to: STDOUT_FILENO)
            }
        }
        if hasFailed { throw ExitStatus.failure }
    }
}

extension Appearance: ExpressibleByArgument {}

extension PicturePalette {
    /// The colours around a picture in this theme.
    init(_ theme: Theme) {
        self = theme.isLight ? .light : .dark
        // A theme's own background extends to the edge.
        if case .rgb(let red, let green, let blue) = theme[.base].background.value {
            background = RGB(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
        }
    }
}
