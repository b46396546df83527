import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// Snapshots of choosing and sending files. `RECORD_SCREENS=1` records them again.
struct FileSnapshotTests {
    enum Step: String, CaseIterable {
        case empty, chosen, browsing, picture, damaged, unsuitable, path, sending
    }

    /// Every step in a sheet that fills the screen, and the steps that show something beside the list in a size that
    /// has room for it. On larger screens the sheet does not grow.
    private static let steps: [(Step, Size)] =
        Step.allCases.filter { $0 != .picture && $0 != .damaged }.map {
            ($0, Size(columns: 60, rows: 20))
        }
        + [Step.browsing, .picture, .damaged].map { ($0, Size(columns: 100, rows: 30)) }

    private static let input = Card.Input(
        name: "photo", label: "Photo of the bill",
        kind: .fileUpload(bucketID: "receipts", allowedTypes: .staticImage),
        validation: [.init(.required), .init(.maxSizeBytes(2_000_000))])

    private static let file = ChosenFile(
        path: "/home/ana/Pictures/2026/lunch at the lake.png", format: .png, size: 482_130, modified: 1,
        pixels: ChosenFile.Pixels(width: 1200, height: 800))

    private static let listing = FolderListing(
        path: "/home/ana/Pictures/2026",
        entries: [
            FileEntry(name: "Holiday", kind: .folder), FileEntry(name: "Scans", kind: .folder),
            FileEntry(name: "lunch at the lake.png", kind: .picture(.png), size: 482_130),
            FileEntry(name: "bill.jpg", kind: .picture(.jpeg), size: 1_204_882),
            FileEntry(
                name: "panorama of the whole valley from the very top.jpg", kind: .picture(.jpeg), size: 9_204_882),
            FileEntry(name: "logo.svg", kind: .picture(.svg), size: 4120),
            FileEntry(name: "scan.tiff", kind: .picture(.tiff), size: 20_204_882),
            FileEntry(name: "evil\u{1B}[31m\u{202E}gnp.exe", kind: .other, size: 666),
            FileEntry(name: "東京の写真.png", kind: .picture(.png), size: 88_000),
            FileEntry(name: "notes.txt", kind: .other, size: 120),
        ])

    @Test(arguments: steps)
    func `choosing and sending a file equals the snapshots`(step: Step, size: Size) throws {
        try expectScreen(shown(step, size, .scopes), named: "file-\(step.rawValue).\(size.columns)x\(size.rows)")
    }

    private func shown(_ step: Step, _ size: Size, _ theme: Theme) throws -> Surface {
        let card = makeCard(
            "form",
            body: makeBody(components: [
                .headline(Card.Headline(text: "Expenses of the offsite")), .input(Self.input),
                .buttons(
                    Card.ButtonContainer(buttons: [
                        Card.Button(text: "Send", action: .submit(Card.ButtonAction.Submission(buttonName: "send")))
                    ])),
            ]))
        var state = Scene.one.state(size)
        state.show([card])
        if [.picture, .damaged].contains(step) { state.settings.features.pictures = .symbols }
        _ = draw(&state, theme: theme)
        press(&state, "tab")
        if step == .chosen || step == .sending { state.forms[card.id] = FormState(values: ["photo": .file(Self.file)]) }
        switch step {
        case .empty, .chosen: break
        case .browsing, .unsuitable, .path, .picture, .damaged:
            answer(&state, press(&state, "enter"), .folder(Self.listing))
            let steps = [.unsuitable, .path].contains(step) ? 0 : step == .browsing ? 4 : 5
            let way = Array(repeating: "down", count: steps)
            for key in way { answer(&state, press(&state, key), .file(Self.file)) }
            if step == .unsuitable {
                type(&state, "panorama")
                press(&state, "enter")
            }
            if step == .path {
                type(&state, "~/Pictures/2025/")
                answer(&state, press(&state, "enter"), .failed(reason: "2025: no such file or directory"))
            }
            let (_, report) = draw(&state, theme: theme)
            // A picture is requested if it is selected and there is room beside the list.
            #expect(!report.pictures.isEmpty == [.picture, .damaged].contains(step))
            guard let request = report.pictures.first else { break }
            #expect(request.source == .file(path: Self.file.path, modified: Self.file.modified))
            #expect(draw(&state, theme: theme).0.plainText.contains(Strings.Files.readingPicture))
            let answer: PictureState =
                step == .picture ? .ready(Self.photo(request.box)) : .failed(reason: "the file is damaged")
            _ = update(&state, .pictureSettled(request, answer), at: state.now)
        case .sending:
            press(&state, "esc")
            let effects = press(&state, "1")
            let sent = effects.compactMap { if case .files(.send(let sending)) = $0 { sending } else { nil } }
            let sending = try #require(sent.last)
            let progress = FileEvent.progressed(sending.id, sent: 301_000, total: 482_130, file: 0)
            _ = update(&state, .files(progress), at: .fixed(1))
        }
        return draw(&state, theme: theme).0
    }

    @Test func `a folder that holds only hidden files says so`() throws {
        let card = makeCard("form", body: makeBody(components: [.input(Self.input)]))
        var state = Scene.one.state(Size(columns: 80, rows: 24))
        state.show([card])
        _ = draw(&state, theme: .plain)
        press(&state, "tab")
        let hidden = FolderListing(path: "/home/ana", entries: [FileEntry(name: ".cache", kind: .folder)])
        answer(&state, press(&state, "enter"), .folder(hidden))
        #expect(draw(&state, theme: .plain).0.plainText.contains(Strings.Files.onlyHidden))
        press(&state, "alt-.")
        #expect(draw(&state, theme: .plain).0.plainText.contains(".cache"))
    }

    /// A picture with visible edges.
    private static func photo(_ box: Size) -> Picture {
        let size = Size(columns: box.columns, rows: min(box.rows, box.columns / 3))
        let cells = (0..<size.rows * size.columns).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: size.columns)
            let isEdge = row == 0 || column == 0 || row == size.rows - 1 || column == size.columns - 1
            return Cell(glyph: isEdge ? 0x2591 : 0x20, style: Style(background: .palette(24)), width: 1)
        }
        return Picture(size: size, content: .cells(cells))
    }

    @discardableResult
    private func press(_ state: inout AppState, _ key: String) -> [Effect] {
        KeySequence.parse(key)?.first.map { update(&state, .keyPressed($0), at: state.now) } ?? []
    }

    private func type(_ state: inout AppState, _ text: String) {
        for character in text { _ = update(&state, .keyPressed(KeyChord(.character(character))), at: state.now) }
    }

    /// Answers every look-up of a file with `finding`.
    private func answer(_ state: inout AppState, _ effects: [Effect], _ finding: FileFinding) {
        for case .files(.look(let look)) in effects {
            _ = update(&state, .files(.looked(look, finding)), at: state.now)
        }
    }
}
