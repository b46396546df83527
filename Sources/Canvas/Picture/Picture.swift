import struct Synchronization.Atomic

/// An image prepared for one size in cells and one graphics protocol. Immutable; copies share it.
package final class Picture: Sendable {
    /// The form in which the terminal receives the picture.
    package enum Content: Sendable {
        /// Ordinary cells, row by row.
        case cells([Cell])
        /// Pixels that the terminal stores; the cells only refer to parts of them (kitty's protocol).
        case pixels(PicturePixels)
        /// A sequence that paints over the cells. The cells are shown instead where a part of the picture is hidden.
        case sixel([UInt8], cells: [Cell])
    }

    /// Unique among the pictures of this process; 24 bits, never 0.
    package let id: UInt32
    /// The size in cells.
    package let size: Size
    package let content: Content

    private static let count = Atomic<UInt32>(0)

    /// - Parameters:
    ///   - size: in cells, at most ``PlaceholderGlyph/limit`` in each direction for `.pixels`.
    ///   - content: As many cells as `size` has, each one column wide and none of them a cluster. A sixel that breaks
    ///     ``SixelGrammar`` is dropped, and its cells are shown instead.
    package init(size: Size, content: Content) {
        id = Self.count.add(1, ordering: .relaxed).newValue & 0xFF_FFFF | 1 << 23
        self.size = size
        if case .sixel(let bytes, let cells) = content, !SixelGrammar.accepts(bytes) {
            self.content = .cells(cells)
        } else {
            self.content = content
        }
    }

    /// The cells shown in the grid; nil if the terminal shows its pixels.
    package var cells: [Cell]? {
        switch content {
        case .cells(let cells), .sixel(_, let cells): cells
        case .pixels: nil
        }
    }

    /// The approximate number of bytes that the picture occupies in memory.
    package var cost: Int {
        switch content {
        case .cells(let cells): cells.count * MemoryLayout<Cell>.stride
        case .pixels(let pixels): pixels.bytes.count
        case .sixel(let bytes, let cells): bytes.count + cells.count * MemoryLayout<Cell>.stride
        }
    }
}

extension Picture: Equatable {
    package static func == (left: Picture, right: Picture) -> Bool { left === right }
}

/// Red, green, blue and alpha of each pixel, row by row from the top.
package struct PicturePixels: Sendable {
    package let width: Int
    package let height: Int
    /// Four bytes per pixel.
    package let bytes: [UInt8]

    /// Nil unless there are exactly `width` times `height` pixels, and at least one.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
        guard width > 0, height > 0, bytes.count == 4 * width * height else { return nil }
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}
