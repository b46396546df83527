internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The picture of an image or a video: above its texts, or as a thumbnail beside them.
struct PictureView {
    let media: Card.Media
    let request: PictureRequest
    let words: SafeText
    /// The columns reserved; the picture may be narrower.
    private let columns: Int
    private let isBeside: Bool

    /// The minimum and maximum columns of a thumbnail.
    private static let thumbnail = 6...22
    /// Cards narrower than this show the thumbnail above its text.
    private static let minColumnsBeside = 34
    /// Wider pictures are hard to view as a whole, and take longer to decode.
    private static let widest = 120

    /// Nil if the layout shows no picture, or the media has none: the preview image of a video is optional.
    init?(_ media: Card.Media, words: SafeText, width: Int, support: PictureSupport) {
        let address: String?
        switch (media.kind, media.layout) {
        case (_, .text): address = nil
        case (.video, _): address = media.thumbnailURL
        case (.image, .thumbnail): address = media.thumbnailURL ?? media.url
        case (.image, .inline), (.image, .banner): address = media.url
        }
        guard support.method != nil, let address, !address.isEmpty, width >= Self.thumbnail.lowerBound else {
            return nil
        }
        self.media = media
        self.words = words
        isBeside = media.layout == .thumbnail && width >= Self.minColumnsBeside
        if media.layout == .thumbnail {
            let share = isBeside ? width / 4 : width
            columns = min(max(share, Self.thumbnail.lowerBound), Self.thumbnail.upperBound)
        } else {
            columns = min(width, Self.widest)
        }
        let rows = media.layout == .thumbnail ? media.height.thumbnailRows : media.height.maxRows
        request = PictureRequest(
            address: address, box: Size(columns: columns, rows: rows),
            isFilling: media.layout == .banner && media.height != .original, support: support)
    }

    /// The first column of the texts beside or below the picture.
    var textColumn: Int { isBeside ? columns + 2 : 0 }

    /// Adds the picture. `texts` adds the texts beside or below it.
    func add(to builder: inout CardLayoutBuilder, focus: FocusTarget?, texts: (inout CardLayoutBuilder) -> Void) {
        let first = builder.layout.rows.count
        var rows = heldRows
        if case .ready(let size) = builder.shape(of: request) { rows = size.rows }
        let place = PicturePlace(
            request: request, rows: first..<first + rows, column: 0, columns: columns, words: words,
            isVideo: media.kind == .video)
        builder.layout.pictures.append(place)
        if !isBeside {
            for row in 0..<rows { builder.addRow(Self.row(pointer: row == 0 ? focus : nil)) }
            return texts(&builder)
        }
        texts(&builder)
        while builder.layout.rows.count < first + rows { builder.addRow(CardRow()) }
        if let focus { builder.layout.rows[first].addPointer(for: focus) }
    }

    private static func row(pointer: FocusTarget?) -> CardRow {
        var row = CardRow()
        if let pointer { row.addPointer(for: pointer) }
        return row
    }

    private var heldRows: Int { media.layout == .thumbnail ? request.box.rows : media.height.rows }
}
