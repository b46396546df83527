internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// Details of the entry selected in the file browser: its name, its type and size, why it cannot be chosen, and a
/// preview of the picture in the remaining room.
struct FilePane {
    let files: FilesOverlay
    let entry: FileEntry
    let support: PictureSupport
    let context: DrawContext

    /// The fewest rows in which a picture is recognizable.
    private static let minRows = 4

    /// Draws the pane, and returns the picture that it has room for.
    func draw(_ area: Painter) -> PictureRequest? {
        var row = 0
        func write(_ text: SafeText, _ scope: StyleScope, limit: Int) {
            for line in TextLayout.wrap(text, width: area.size.columns, limit: limit) where row < area.size.rows {
                area.write(line.text, at: Point(column: 0, row: row), style: context.theme[scope])
                row += 1
            }
        }
        write(SafeText(entry.name, limit: 300), .textStrong, limit: 3)
        write(SafeText(files.facts(of: entry)), .text, limit: 3)
        if let problem = files.problem(of: entry) {
            write("\(Glyph.failure) \(SafeText(problem, limit: 300))", .inputError, limit: 4)
        }
        row += 1
        let box = Size(columns: area.size.columns, rows: area.size.rows - row)
        guard support.method != nil, box.rows >= Self.minRows, let file = files.preview(of: entry) else { return nil }
        let request = PictureRequest(file: file, box: box, support: support)
        switch context.gallery[request] {
        case .ready(let picture): area.draw(picture, at: Point(column: 0, row: row))
        case .waiting: write("\(Glyph.waiting) \(SafeText(Strings.Files.readingPicture))", .textDim, limit: 1)
        case .failed(let reason): write(SafeText(Strings.Card.noPicture(reason), limit: 300), .textDim, limit: 3)
        }
        return request
    }
}

extension FilesOverlay {
    /// The loaded file of an entry; nil if another entry was loaded.
    func preview(of entry: FileEntry) -> ChosenFile? {
        guard let preview, preview.path == path(of: entry) else { return nil }
        return preview
    }

    /// Facts such as `PNG · 1200 × 800 · 48 kB`, and whether the picture is converted before it is sent.
    func facts(of entry: FileEntry) -> String {
        switch entry.kind {
        case .folder: return Strings.Files.folder
        case .other, .unreadable: return ByteCount.text(entry.size)
        case .picture(let format):
            if let file = preview(of: entry) { return file.facts }
            var facts = [format.name, ByteCount.text(entry.size)]
            if format.isConvertible { facts.append(Strings.Files.sentAsJPEG) }
            return facts.joined(separator: " · ")
        }
    }
}
