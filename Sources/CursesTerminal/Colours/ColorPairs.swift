import CCurses
import Canvas
import Glibc

/// Allocates ncurses colour pairs for styles on demand.
///
/// Terminals with few colours have as few as 64 pairs. When they run out, the caller calls `reset` and repaints the
/// whole frame, since changing a pair in use would recolour the screen.
struct ColorPairs {
    let support: ColorSupport
    private var map: ColorMap
    private let limit: Int32
    private let table: PairTable
    private var generation: Int
    private let first: Int32

    /// Requires an open terminal with colours started.
    ///
    /// - Parameters:
    ///   - first: The first pair to allocate; at least 1.
    ///   - table: The table shared by all painters of the same screen; by default, one that is not shared.
    init(support: ColorSupport, limit: Int, first: Int = 1, table: PairTable = PairTable()) {
        self.support = support
        self.table = table
        generation = table.generation
        self.first = Int32(clamping: max(1, first))
        map = ColorMap(support: support, ownColors: Self.ownColors)
        self.limit = support == .none ? 1 : Int32(limit)
    }

    /// 16 if ncurses uses a description made by ``TerminalDescription``, which has separate sequences for the bright
    /// colours; otherwise 8.
    private static var ownColors: Int32 {
        guard let sequence = tigetstr("setaf"), Int(bitPattern: sequence) != -1 else { return 8 }
        return strstr(sequence, "%{16}%<") == nil ? 8 : 16
    }

    /// The pair for a style; nil if all are in use.
    mutating func pair(_ style: Style) -> Int32? {
        let foreground = map.number(style.foreground)
        let background = map.number(style.background)
        if foreground < 0, background < 0 { return 0 }
        let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
        return table.pair(key, from: first, below: limit) { init_extended_pair($0, foreground, background) == OK }
    }

    mutating func reset() {
        table.reset()
        generation = table.generation
    }

    /// Whether another user of the table has reset the pairs since the last call.
    mutating func wasReset() -> Bool {
        defer { generation = table.generation }
        return generation != table.generation
    }
}
