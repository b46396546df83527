internal import AppCore
internal import Canvas
internal import Cards

/// The place of a picture in a layout.
struct PicturePlace {
    let request: PictureRequest
    /// The rows of the layout, reserved also while the picture is loading.
    var rows: Range<Int>
    let column: Int
    let columns: Int
    /// The alternative text, shown until the picture is loaded.
    let words: SafeText
    let isVideo: Bool
}

/// The part of a picture's state that a layout depends on.
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
    /// The height in terminal rows, of about 16 points each. For ``original``, the rows reserved until the picture's
    /// own height is known.
    var rows: Int {
        switch self {
        case .tall, .original: 12
        case .medium: 7
        case .short: 3
        }
    }

    /// The maximum number of rows of a picture.
    var maxRows: Int { self == .original ? 40 : rows }

    /// The rows of a thumbnail beside text.
    var thumbnailRows: Int {
        switch self {
        case .tall, .original: 6
        case .medium: 4
        case .short: 3
        }
    }
}
