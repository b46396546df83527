internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Canvas
internal import CardImages
internal import CardUI
internal import Cards
internal import CursesTerminal
internal import Glibc
internal import Theming

internal import struct Foundation.Date

/// `cardstream render`: draws cards without a server and without the viewer.
struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draw cards as text, in colours or as a picture.",
        discussion: """
            FILE contains a card as JSON, an array of cards, or one card per line; without FILE, or with -, cards come \
            from standard input. The cards are drawn as the viewer shows them right after publishing, with the first \
            card selected. Standard error shows the number of findings; `cardstream lint` lists the findings.

            IMAGES
            In ansi and svg, chafa draws images as coloured characters; text and json have the alternative texts of \
            images. Images are fetched from the network, for at most ten seconds; with --no-images, nothing is \
            fetched.

            FORMATS
              text    plain text; the default if the output is not a terminal
              ansi    text with colours; the default in a terminal
              svg     a picture for a README, in the colour scheme One Half
              json    the rows, the clickable places and the findings of lint, for tests

            EXAMPLES
              cardstream render card.json
              cardstream render card.json --width 60 --subview details
              cardstream render form.json --press "tab a b tab space 1"
              cardstream render card.json --theme light --format svg > card.svg
              cardstream render card.json --format json | jq -r '.rows[]'
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case text, ansi, svg, json }

    @Argument(help: ArgumentHelp("The file with cards; - is standard input.", valueName: "file"), completion: .file())
    var file = "-"

    @Option(
        help: ArgumentHelp("The width of a card in columns, including its frame: from 10 to 84.", valueName: "columns"))
    var width = 80

    @Option(
        help: ArgumentHelp("The theme's name, or a theme file.", valueName: "name"), completion: CompletionValues.themes
    )
    var theme: String?

    @Option(
        help: ArgumentHelp(
            "Draw only the card with this lifecycleId or position (the first is 1); may be repeated.",
            valueName: "card"))
    var card: [String] = []

    @Option(help: ArgumentHelp("Show this subview instead of the card itself.", valueName: "id"))
    var subview: String?

    @Option(
        help: ArgumentHelp("Replace a runtime variable with a value; may be repeated.", valueName: "name=value"))
    var variable: [String] = []

    @Option(
        help: ArgumentHelp(
            "Press these keys before drawing, such as \"tab space enter\"; answers are not sent.", valueName: "keys"))
    var press: String?

    @Option(help: "The output format: text, ansi, svg or json.")
    var format: Format?

    @Option(help: ArgumentHelp("The alternative text of the picture, with --format svg.", valueName: "text"))
    var title: String?

    @Flag(help: "Fetch no images; show their alternative texts.")
    var noImages = false

    @Flag(help: "Read one card per line.")
    var jsonl = false

    @Option(
        help: ArgumentHelp("Read this configuration file instead of the usual one.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    func run() throws {
        let widths = 10...CardSheet.maxColumns
        guard widths.contains(width) else {
            throw CommandFailure(
                .usage,
                "--width \(width): expected from \(widths.lowerBound) to \(widths.upperBound) columns")
        }
        let keys = try self.keys()
        let values = try self.values()
        let setup = try ConfigOptions.load(
            file: config, flags: theme.map { ["theme": $0] } ?? [:], reading: [.display, .cards])
        let (name, bytes) = try CardFile.bytes(file)
        // Whole seconds, so that a card always results in the same picture.
        let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        let preview = try CardPreview(
            CardFile(bytes, isLines: jsonl || file.hasSuffix(".jsonl")), name: name, only: card, subview: subview,
            variables: values, now: now)
        let wish = ColorPreference(setup.variables)
        let isColored = wish.colors(terminal: isatty(STDOUT_FILENO) == 1, setup.variables)
        let format = self.format ?? (isColored ? .ansi : .text)
        let colors: ColorSupport =
            switch format {
            case .text, .json: .none
            case .ansi: wish.support(setup.variables)
            case .svg: .direct
            }
        let (look, problems) = try ThemeChoice(setup, colors: colors).load()
        for problem in problems { Console.error(problem) }
        let keymap = try KeymapFile(path: setup.paths.keysFile).load()
        let decoder = ImageDecoder(path: setup.variables["PATH"] ?? "")
        let hasPictures = !noImages && colors != .none && decoder.program != nil
        func makeSheet(_ gallery: PictureGallery) -> CardSheet {
            CardSheet(
                preview.items, theme: look, columns: width, subview: subview, now: preview.now,
                zone: .system(around: preview.now), keymap: keymap, support: hasPictures ? .symbols : .none,
                gallery: gallery, keys: keys)
        }
        var sheet = makeSheet(PictureGallery())
        if !sheet.pictures.isEmpty {
            let images = PreviewImages(
                decoder: decoder, colors: ImageDecoder.SymbolColors(colors), cacheFolder: setup.paths.images,
                authorityFile: setup.config.caFile, policy: setup.config.requestPolicy)
            sheet = makeSheet(images.load(sheet.pictures, problem: Console.error))
        }
        write(sheet, preview, look, format)
        Console.error(preview.summary(of: sheet))
    }

    private func write(_ sheet: CardSheet, _ preview: CardPreview, _ theme: Theme, _ format: Format) {
        let text =
            switch format {
            case .text: sheet.surface.plainText + "\n"
            case .ansi: sheet.surface.ansiText + "\n"
            case .svg:
                SVGPicture(
                    sheet.surface, palette: PicturePalette(theme),
                    title: SafeText(title ?? preview.title, limit: 200)
                ).document
            case .json: PrintableJSON.text(preview.json(of: sheet).encoded(isPretty: true)) + "\n"
            }
        Console.write(text, to: STDOUT_FILENO)
    }

    private func keys() throws(CommandFailure) -> [KeyChord] {
        guard let press else { return [] }
        do { return try KeySequence.read(press) } catch { throw CommandFailure(.usage, "--press: \(error)") }
    }

    private func values() throws(CommandFailure) -> [String: String] {
        var values: [String: String] = [:]
        for text in variable {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw CommandFailure(.usage, "--variable \(text): expected NAME=VALUE")
            }
            values[String(text[..<equals])] = String(text[text.index(after: equals)...])
        }
        return values
    }
}
