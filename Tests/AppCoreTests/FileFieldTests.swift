import AppCore
import Canvas
import Cards
import Support
import Testing

/// Choosing a file for a card, without a file system: the tests check the requests and supply the results.
struct FileFieldTests {
    static let input = Card.Input(
        name: "photo", label: "Photo", kind: .fileUpload(bucketID: "receipts", allowedTypes: .staticImage),
        validation: [.init(.required), .init(.maxSizeBytes(100_000))])

    static let card = AppCoreTests.card(
        "c1", .input(input),
        buttons(("Send", .submit(Card.ButtonAction.Submission(buttonName: "send", values: ["a": "b"])))))

    static let file = ChosenFile(
        path: "/home/ana/lunch.png", format: .png, size: 48_213, modified: 7,
        pixels: ChosenFile.Pixels(width: 1200, height: 800))

    static let listing = FolderListing(
        path: "/home/ana",
        entries: [
            FileEntry(name: "notes.txt", kind: .other, size: 12),
            FileEntry(name: "lunch.png", kind: .picture(.png), size: 48_213),
            FileEntry(name: "Bilder", kind: .folder), FileEntry(name: ".config", kind: .folder),
            FileEntry(name: "huge.jpg", kind: .picture(.jpeg), size: 100_001),
            FileEntry(name: "anim.gif", kind: .picture(.gif), size: 500_000),
            FileEntry(name: "scan.tiff", kind: .picture(.tiff), size: 10),
            FileEntry(name: "secret.png", kind: .unreadable, size: 10),
        ])

    private func given() -> AppState {
        var state = AppState.given(Self.card)
        _ = state.press("tab")
        return state
    }

    /// The last request to look at a path among the effects, or nil.
    private func look(_ effects: [Effect]) -> FileLook? {
        effects.compactMap { if case .files(.look(let look)) = $0 { look } else { nil } }.last
    }

    private func answer(_ state: inout AppState, _ look: FileLook?, _ finding: FileFinding) throws -> [Effect] {
        update(&state, .files(.looked(try #require(look), finding)), at: .fixed)
    }

    /// A viewer with the file browser open on ``listing``.
    private func browsing() throws -> AppState {
        var state = given()
        let effects = state.press("enter")
        _ = try answer(&state, look(effects), .folder(Self.listing))
        return state
    }

    private func files(_ state: AppState) -> FilesOverlay? {
        if case .files(let files)? = state.overlays.last { files } else { nil }
    }

    private func names(_ state: AppState) -> [String] {
        files(state).map { files in files.matches.map { files.entries[$0].name } } ?? []
    }

    private func chosen(_ state: AppState) -> ChosenFile? { state.form(of: "c1").value(of: Self.input).file }

    @Test func `the browser lists folders first and hides hidden files`() throws {
        var state = try browsing()
        #expect(
            names(state) == ["Bilder", "anim.gif", "huge.jpg", "lunch.png", "notes.txt", "scan.tiff", "secret.png"])
        _ = state.press("alt-.")
        #expect(names(state).first == ".config")
        _ = state.press("alt-.")
        state.type(".c")
        #expect(names(state) == [".config"])
    }

    @Test func `typing filters, and Enter checks the file and chooses it`() throws {
        var state = try browsing()
        state.type("LUN")
        #expect(names(state) == ["lunch.png"])
        let question = look(state.press("enter"))
        #expect(question?.path == "/home/ana/lunch.png" && question?.purpose == .open)
        _ = try answer(&state, question, .file(Self.file))
        #expect(state.overlays.isEmpty)
        #expect(chosen(state) == Self.file)
        // The browser opens where the user left it, with the file selected.
        let again = look(state.press("enter"))
        #expect(again?.path == "/home/ana")
        _ = try answer(&state, again, .folder(Self.listing))
        #expect(files(state)?.selectedEntry?.name == "lunch.png")
    }

    @Test(arguments: [
        ("notes", "notes.txt is not an image"), ("huge", "huge.jpg is 100001 bytes; the limit is 100000 bytes"),
        ("scan", "scan.tiff: TIFF images can't be sent; use PNG or JPEG"),
        ("secret", "secret.png can't be read"),
    ])
    func `an unsuitable file is not chosen, and a message says why`(typed: String, problem: String) throws {
        var state = try browsing()
        state.type(typed)
        #expect(look(state.press("enter")) == nil)
        #expect(files(state)?.problem == problem)
        #expect(chosen(state) == nil)
    }

    @Test func `a picture that is converted may be larger than the limit`() throws {
        let state = try browsing()
        let overlay = try #require(files(state))
        let gif = try #require(overlay.entries.first { $0.name == "anim.gif" })
        #expect(overlay.problem(of: gif) == nil)
    }

    @Test func `folders are opened and left, and the folder that was left is selected`() throws {
        var state = try browsing()
        let down = look(state.press("right"))
        #expect(down?.path == "/home/ana/Bilder")
        _ = try answer(&state, down, .folder(FolderListing(path: "/home/ana/Bilder", entries: [])))
        #expect(names(state).isEmpty)
        for key in ["left", "backspace"] {
            var state = state
            let up = look(state.press(key))
            #expect(up?.path == "/home/ana")
            _ = try answer(&state, up, .folder(Self.listing))
            #expect(files(state)?.selectedEntry?.name == "Bilder")
        }
    }

    @Test func `a typed path is completed and opened`() throws {
        var state = try browsing()
        state.type("~/Bil")
        let effects = state.press("tab")
        guard case .files(.complete(let question))? = effects.first else {
            Issue.record("no completion asked for")
            return
        }
        #expect(question.path == "~/Bil" && question.base == "/home/ana")
        _ = update(&state, .files(.completed(question, path: "~/Bilder/")), at: .fixed)
        #expect(files(state)?.field.text == "~/Bilder/")
        let open = look(state.press("enter"))
        #expect(open?.path == "~/Bilder/")
        _ = try answer(&state, open, .failed(reason: "Bilder: permission denied"))
        #expect(files(state)?.problem == "Bilder: permission denied")
    }

    private static let pictures = FolderListing(
        path: "/home/ana/Bilder",
        entries: ["alps.png", "Lakes.png", "lake.png", ".cache.png", "blue lagoon.png"].map {
            FileEntry(name: $0, kind: .picture(.png), size: 10)
        })

    /// A viewer with `Bilder/` typed and that folder listed.
    private func following() throws -> AppState {
        var state = try browsing()
        state.type("Bilder")
        _ = try answer(&state, look(state.press("/")), .folder(Self.pictures))
        return state
    }

    @Test func `a typed path opens its folder, and its last part filters the entries`() throws {
        var state = try browsing()
        state.type("Bil")
        #expect(names(state) == ["Bilder"])
        state.type("der")
        let question = look(state.press("/"))
        #expect(question?.path == "Bilder/" && question?.base == "/home/ana" && question?.purpose == .follow)
        _ = try answer(&state, question, .folder(Self.pictures))
        #expect(files(state)?.folder == "/home/ana/Bilder" && files(state)?.field.text == "Bilder/")
        #expect(names(state) == ["alps.png", "blue lagoon.png", "lake.png", "Lakes.png"])
        // Names that begin with the text are listed; if there are none, names that contain it. The folder is not read
        // again.
        #expect(look(state.press("L"))?.purpose == .preview)
        #expect(names(state) == ["lake.png", "Lakes.png"])
        state.type("a")
        _ = state.press("backspace")
        _ = state.press("backspace")
        state.type("goo")
        #expect(names(state) == ["blue lagoon.png"])
        let chosen = look(state.press("enter"))
        #expect(chosen?.path == "/home/ana/Bilder/blue lagoon.png" && chosen?.purpose == .open)
    }

    @Test func `a path without a slash is a name in the current folder`() throws {
        var state = try following()
        let back = look(state.press("backspace"))
        #expect(back?.path == "/home/ana" && back?.purpose == .follow)
        // The list still shows another folder, so Enter does nothing.
        #expect(state.press("enter").isEmpty)
        _ = try answer(&state, back, .folder(Self.listing))
        #expect(names(state) == ["Bilder"])
    }

    @Test func `Enter chooses the selected file, and opens a typed folder`() throws {
        var state = try following()
        var moved = state
        _ = moved.press("down")
        #expect(look(moved.press("enter"))?.path == "/home/ana/Bilder/blue lagoon.png")
        let opening = look(state.press("enter"))
        #expect(opening?.path == "Bilder/" && opening?.base == "/home/ana")
        _ = try answer(&state, opening, .folder(Self.pictures))
        #expect(files(state)?.field.text == "" && files(state)?.base == "/home/ana/Bilder")
        // From here on, relative paths start at the new base.
        state.type("x")
        #expect(look(state.press("/"))?.base == "/home/ana/Bilder")
    }

    @Test func `a path that does not exist shows only the reason until it is corrected`() throws {
        var state = try browsing()
        state.type("nix")
        let question = look(state.press("/"))
        _ = try answer(&state, question, .failed(reason: "nix: no such file or directory"))
        #expect(names(state).isEmpty && files(state)?.problem == "nix: no such file or directory")
        let back = look(state.press("backspace"))
        _ = try answer(&state, back, .folder(Self.listing))
        #expect(files(state)?.problem == nil)
        let late = look(state.press("/"))
        _ = try answer(&state, late, .file(Self.file))
        #expect(files(state)?.problem == "lunch.png is not a folder")
    }

    @Test func `only the folder that was typed last is shown`() throws {
        var state = try browsing()
        let home = look(state.press("~"))
        #expect(home?.path == "~/")
        state.type("/Bilder")
        let folder = look(state.press("/"))
        #expect(folder?.path == "~/Bilder/")
        _ = try answer(&state, home, .folder(FolderListing(path: "/root", entries: [])))
        #expect(files(state)?.folder == "/home/ana")
        _ = try answer(&state, folder, .folder(Self.pictures))
        #expect(files(state)?.folder == "/home/ana/Bilder")
    }

    @Test func `text that is typed while a folder opens is resolved in that folder`() throws {
        var state = try browsing()
        let opening = look(state.press("right"))
        state.type("Urlaub")
        #expect(look(state.press("/")) == nil)
        let effects = try answer(&state, opening, .folder(Self.pictures))
        let followed = effects.compactMap { if case .files(.look(let look)) = $0 { look } else { nil } }.first
        #expect(followed?.path == "Urlaub/" && followed?.base == "/home/ana/Bilder")
        #expect(files(state)?.field.text == "Urlaub/")
    }

    @Test func `Tab completes the selected entry`() throws {
        var state = try following()
        _ = state.press("down")
        _ = state.press("tab")
        #expect(files(state)?.field.text == "Bilder/blue lagoon.png")
    }

    @Test func `text that is typed before the folder is listed is kept`() throws {
        var state = given()
        let question = look(state.press("enter"))
        state.type("~/Bil")
        _ = state.press("tab")
        _ = try answer(&state, question, .folder(Self.listing))
        #expect(files(state)?.folder == "/home/ana" && files(state)?.field.text == "~/Bil")
    }

    @Test func `a listing that arrives too late is ignored`() throws {
        var state = try browsing()
        let first = look(state.press("right"))
        let second = look(state.press("left"))
        _ = try answer(&state, first, .folder(FolderListing(path: "/home/ana/Bilder", entries: [])))
        #expect(files(state)?.folder == "/home/ana")
        _ = try answer(&state, second, .folder(FolderListing(path: "/home", entries: [])))
        #expect(files(state)?.folder == "/home")
        _ = state.press("esc")
        _ = try answer(&state, second, .file(Self.file))
        #expect(chosen(state) == nil)
    }

    @Test func `a file can be dropped on the card`() throws {
        var state = given()
        let question = look(update(&state, .pasted("'/home/ana/lunch.png' "), at: .fixed))
        #expect(question?.path == "/home/ana/lunch.png")
        _ = try answer(&state, question, .file(Self.file))
        #expect(chosen(state) == Self.file)
        let wrong = look(update(&state, .pasted("/etc/passwd"), at: .fixed))
        _ = try answer(&state, wrong, .failed(reason: "passwd is not an image"))
        #expect(state.toast == "passwd is not an image")
        #expect(chosen(state) == Self.file)
        _ = state.press("delete")
        #expect(chosen(state) == nil)
    }

    @Test(arguments: [
        ("/a/b.png\n", "/a/b.png"), ("'/a/it is.png'", "/a/it is.png"), ("\"/a/b c.png\"", "/a/b c.png"),
        ("/a/b\\ c\\'d.png ", "/a/b c'd.png"), ("'/a/one.png' '/a/two.png'", "/a/one.png"),
        ("file:///a/b%20c%C3%A9.png\r\n", "/a/b cé.png"), ("file://host/a.png", "/a.png"),
        ("/a/it is bare.png", "/a/it is bare.png"), ("/a/don't.png", "/a/don't.png"), ("~/x.png", "~/x.png"),
    ])
    func `dropped files are recognised in the forms that terminals paste`(pasted: String, path: String) {
        #expect(PastedPath.read(pasted) == path)
    }

    @Test(arguments: ["", " \n", "file:nothing", "file:///a%0", "file:///a%00b"])
    func `text that is not a path is not taken for a dropped file`(pasted: String) {
        let path = PastedPath.read(pasted)
        #expect(path == nil || path == "file:nothing")
    }

    @Test func `a chosen file survives a restart`() {
        var form = FormState()
        form.values["photo"] = .file(Self.file)
        #expect(FormState(draft: form.draft).values["photo"] == .file(Self.file))
        form.values["photo"] = .file(nil)
        #expect(FormState(draft: form.draft).values["photo"] == .file(nil))
    }

    @Test func `a broken rule of a file field has a message`() {
        func problem(_ file: ChosenFile?) -> String? { FieldCheck.problem(of: .file(file), in: Self.input) }
        #expect(problem(nil) == "Photo is required")
        #expect(problem(Self.file) == nil)
        var large = Self.file
        large.size = 1_234_567
        #expect(problem(large) == "Photo must be at most 100 kB; it is 1.2 MB")
        large.format = .webp
        #expect(problem(large) == nil)
    }

    @Test func `a card without file fields refuses a dropped file with a message`() {
        let input = Card.Input(name: "photo", kind: .fileUpload(bucketID: "b", allowedTypes: .none))
        var state = AppState.given(AppCoreTests.card(.input(input)))
        #expect(state.press("tab", "enter").isEmpty)
        #expect(state.toast == Strings.Files.notTaken && state.overlays.isEmpty)
    }
}
