import CCurses
import Canvas

/// Hands out ncurses colour pairs for styles, as they come up.
///
/// Terminals with few colours have as few as 64 pairs. When they run out, the caller repaints the
/// whole frame after `reset`, since changing a pair in use would recolour what is on the screen.
struct ColorPairs {
    let support: ColorSupport
    private var map: ColorMap
    private let limit: Int32
    private var pairs: [UInt64: Int32] = [:]
    private let first: Int32
    private var next: Int32

    /// Needs an open terminal whose colours have been started.
    ///
    /// - Parameter first: The first pair to hand out; at least 1.
    init(support: ColorSupport, limit: Int, first: Int = 1) {
        self.support = support
        self.first = Int32(clamping: max(1, first))
        next = self.first
        map = ColorMap(support: support)
        self.limit = support == .none ? 1 : Int32(limit)
    }

    /// The pair for a style; nil when all are taken.
    mutating func pair(_ style: Style) -> Int32? {
        let foreground = map.number(style.foreground)
        let background = map.number(style.background)
        if foreground < 0, background < 0 { return 0 }
        let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
        if let pair = pairs[key] { return pair }
        guard next < limit, init_extended_pair(next, foreground, background) == OK else { return nil }
        pairs[key] = next
        next += 1
        return next - 1
    }

    mutating func reset() {
        pairs.removeAll(keepingCapacity: true)
        next = first
    }
}
