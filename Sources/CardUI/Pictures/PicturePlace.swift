internal import AppCore
internal import Canvas
internal import Cards

/// Where a layout has a picture.
struct PicturePlace {
    let request: PictureRequest
    /// Of the layout, kept also while the picture is on its way.
    var rows: Range<Int>
    let column: Int
    let columns: Int
    /// What the picture shows, for as long as there is none.
    let words: SafeText
    let isVideo: Bool
}

/// As much of a picture's state as a layout depends on.
enum PictureShape: Equatable {
    case waiting
    case ready(Size)
    case failed(reason: String)

    init(_ state: PictureState) {
        self =
            switch state {
            case .waiting: .waiting
            case .ready(let picture): .ready(picture.size)
            case .failed(let reason): .failed(reason: reason)
            }
    }
}

extension Card.Media.Height {
    /// Terminal rows, of some 16 points each; for ``original`` what is held free until the picture's own height is
    /// known.
    var rows: Int {
        switch self {
        case .tall, .original: 12
        case .medium: 7
        case .short: 3
        }
    }

    /// Rows that a picture may take.
    var maxRows: Int { self == .original ? 40 : rows }

    /// Beside text.
    var thumbnailRows: Int {
        switch self {
        case .tall, .original: 6
        case .medium: 4
        case .short: 3
        }
    }
}
