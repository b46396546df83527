extension Color {
    /// The colour that xterm shows for one of the 256 colours by default: 16 named colours, a cube of 6 by 6 by 6, and
    /// 24 greys. Channels range from 0 to 255.
    package static func xterm(_ index: UInt8) -> (red: Int, green: Int, blue: Int) {
        let index = Int(index)
        switch index {
        case 7: return (229, 229, 229)
        case 8: return (127, 127, 127)
        case 0..<16:
            let strong = index < 8 ? 205 : 255
            return (index & 1 == 0 ? 0 : strong, index & 2 == 0 ? 0 : strong, index & 4 == 0 ? 0 : strong)
        case 16..<232:
            let cube = index - 16
            func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
            return (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        default:
            let grey = 8 + 10 * (index - 232)
            return (grey, grey, grey)
        }
    }
}
