import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming
import ViewModels

/// Choosing and sending files as pictures. `RECORD_SCREENS=1` writes them anew.
struct FilePictureTests {
    enum Step: String, CaseIterable { case empty, chosen, browsing, unsuitable, path, sending }

    private static let sizes = [
        Size(columns: 60, rows: 20), Size(columns: 100, rows: 30), Size(columns: 200, rows: 60),
    ]

    private static let input = Input(
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

    @Test(arguments: Step.allCases, sizes)
    func `a file is chosen and sent as in the pictures`(step: Step, size: Size) throws {
        let (theme, _) = try ThemeLoader.load("dark", depth: .ansi16)
        try expectPicture(shown(step, size, theme), named: "file-\(step.rawValue).\(size.columns)x\(size.rows)")
    }

    private func shown(_ step: Step, _ size: Size, _ theme: Theme) -> Surface {
        let card = makeCard(
            "form",
            body: makeBody(components: [
                .headline(Headline(text: "Expenses of the offsite")), .input(Self.input),
                .buttons(
                    ButtonContainer(buttons: [
                        Button(text: "Send", action: .submit(ButtonAction.Submission(buttonName: "send")))
                    ])),
            ]))
        var state = Scene.one.state(size)
        state.show([card])
        _ = draw(&state, theme: theme)
        press(&state, "tab")
        if step == .chosen || step == .sending { state.forms[card.id] = FormState(values: ["photo": .file(Self.file)]) }
        switch step {
        case .empty, .chosen: break
        case .browsing, .unsuitable, .path:
            answer(&state, press(&state, "enter"), .folder(Self.listing))
            let way = step == .browsing ? ["down", "down", "down", "down"] : []
            for key in way { answer(&state, press(&state, key), .file(Self.file)) }
            if step == .unsuitable {
                type(&state, "panorama")
                press(&state, "enter")
            }
            if step == .path {
                type(&state, "~/Pictures/2025/")
                answer(&state, press(&state, "enter"), .failed(reason: "2025: no such file or directory"))
            }
        case .sending:
            let effects = press(&state, "1")
            guard
                case .files(.send(let sending))? = effects.last(where: { if case .files = $0 { true } else { false } })
            else { break }
            let progress = FileEvent.progressed(sending.id, sent: 301_000, total: 482_130, file: 0)
            _ = update(&state, .files(progress, at: .fixed(1)))
        }
        return draw(&state, theme: theme).0
    }

    @discardableResult
    private func press(_ state: inout AppState, _ key: String) -> [Effect] {
        KeySequence.parse(key)?.first.map { update(&state, .keyPressed($0, at: state.now)) } ?? []
    }

    private func type(_ state: inout AppState, _ text: String) {
        for character in text { _ = update(&state, .keyPressed(KeyChord(.character(character)), at: state.now)) }
    }

    /// Gives the finding to every question.
    private func answer(_ state: inout AppState, _ effects: [Effect], _ finding: FileFinding) {
        for case .files(.look(let look)) in effects {
            _ = update(&state, .files(.looked(look, finding), at: state.now))
        }
    }
}
