/// Passes a sequence through tmux to the outer terminal, which requires the option `allow-passthrough`.
struct TmuxPassthrough {
    /// Escape characters inside are doubled (tmux(1), FAQ "passthrough escape sequence").
    func wrap(_ sequence: [UInt8]) -> [UInt8] {
        var bytes = Array("\u{1B}Ptmux;".utf8)
        bytes.reserveCapacity(bytes.count + sequence.count + 8)
        for byte in sequence {
            if byte == 0x1B { bytes.append(0x1B) }
            bytes.append(byte)
        }
        return bytes + [0x1B, 0x5C]
    }
}
