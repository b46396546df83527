import Basics
import Canvas

/// Sends pictures with kitty's graphics protocol and tracks which ones the terminal stores.
///
/// A picture is sent once and shown by placeholder characters ("Unicode placeholders"), so it moves, scrolls and
/// disappears with the text, even if tmux rearranges the output. Replies are disabled (`q=2`). See
/// https://sw.kovidgoyal.net/kitty/graphics-protocol/.
///
/// The foreground colour of a placeholder is the id of the image. With 256 colours, it has 8 bits, so ids are a small
/// set of *slots*. A third mark adds 8 bits that distinguish this process from others in the same terminal, for example
/// in tmux panes.
struct KittyImages {
    /// The colours used as ids. The first 16 are excluded, because they have separate sequences.
    static let slots = 16...255
    /// Bytes of pixels that the terminal stores beyond those on the screen; kitty itself allows 320 MB.
    private static let budget = 32 << 20
    /// Bytes of base64 in one sequence, the maximum of the protocol.
    private static let chunk = 4096

    /// Bits 24…31 of all image ids.
    let process: UInt8
    private let wrapper: TmuxPassthrough?
    private var kept: [UInt32: UploadedImage] = [:]
    private var free = Array(slots.reversed())
    private var cost = 0
    private var frame = 0

    private struct UploadedImage {
        let slot: Int
        let cost: Int
        var lastFrame: Int
    }

    /// - Parameters:
    ///   - process: Distinguishes this process from others in the same terminal; never 0.
    ///   - isInTmux: Whether sequences must be passed through tmux.
    init(process: UInt8, isInTmux: Bool) {
        self.process = max(1, process)
        wrapper = isInTmux ? TmuxPassthrough() : nil
    }

    var isEmpty: Bool { kept.isEmpty }

    /// The colour of a picture's placeholders and their third mark; nil if the terminal does not store the picture.
    func look(of id: UInt32, colors: ColorSupport) -> (color: Color, mark: UInt32)? {
        guard let slot = kept[id]?.slot else { return nil }
        let mark = PlaceholderGlyph.mark(Int(process))
        switch colors {
        case .palette: return (.palette(UInt8(slot)), mark)
        case .direct: return (.rgb(0, 0, UInt8(slot)), mark)
        case .none, .eight, .sixteen: return nil
        }
    }

    /// The sequences that send the pictures of a frame that the terminal does not have, and delete those that have been
    /// unused for long.
    mutating func bytes(for placements: [PicturePlacement]) -> [UInt8] {
        frame += 1
        var bytes: [UInt8] = []
        // Mark all first, so that none is deleted to make room for another.
        for placement in placements { kept[placement.picture.id]?.lastFrame = frame }
        for picture in placements.map(\.picture) where kept[picture.id] == nil {
            guard case .pixels(let pixels) = picture.content else { continue }
            bytes += makeRoom(for: picture.cost)
            // If a screen has more pictures than slots, the last ones stay blank.
            guard let slot = free.popLast() else { break }
            kept[picture.id] = UploadedImage(slot: slot, cost: picture.cost, lastFrame: frame)
            cost += picture.cost
            bytes += transmission(of: pixels, number: number(slot), size: picture.size)
        }
        return bytes
    }

    /// The sequences that delete all pictures.
    mutating func deleteAll() -> [UInt8] {
        let bytes = kept.values.sorted { $0.slot < $1.slot }.flatMap { deletion(of: $0.slot) }
        forget()
        return bytes
    }

    /// Assumes that the terminal has lost all pictures: the next frame sends its pictures again.
    mutating func forget() {
        kept.removeAll()
        free = Self.slots.reversed()
        cost = 0
    }

    private func number(_ slot: Int) -> UInt32 { UInt32(process) << 24 | UInt32(slot) }

    /// Deletes the least recently used pictures until there is a slot and the budget suffices.
    private mutating func makeRoom(for new: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while free.isEmpty || cost + new > Self.budget {
            let oldest = kept.filter { $0.value.lastFrame < frame }.min { $0.value.lastFrame < $1.value.lastFrame }
            guard let (id, picture) = oldest else { break }
            bytes += deletion(of: picture.slot)
            kept[id] = nil
            free.append(picture.slot)
            cost -= picture.cost
        }
        return bytes
    }

    private func transmission(of pixels: PicturePixels, number: UInt32, size: Size) -> [UInt8] {
        let payload = Base64.encode(pixels.bytes)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload.count + payload.count / 256 + 128)
        var start = 0
        while start < payload.count {
            let end = min(start + Self.chunk, payload.count)
            let more = end < payload.count ? 1 : 0
            let keys =
                start == 0
                ? "a=T,U=1,q=2,f=32,s=\(pixels.width),v=\(pixels.height),i=\(number),c=\(size.columns),r=\(size.rows),"
                : "q=2,"
            append("\(keys)m=\(more)", payload[start..<end], to: &bytes)
            start = end
        }
        return bytes
    }

    private func deletion(of slot: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        append("a=d,d=I,q=2,i=\(number(slot))", [], to: &bytes)
        return bytes
    }

    private func append(_ keys: String, _ payload: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        var sequence = Array("\u{1B}_G\(keys)".utf8)
        if !payload.isEmpty {
            sequence.append(0x3B)
            sequence += payload
        }
        sequence += [0x1B, 0x5C]
        bytes += wrapper?.wrap(sequence) ?? sequence
    }
}
