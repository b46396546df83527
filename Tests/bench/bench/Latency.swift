import Foundation

/// Wall-clock times of keys, as a user at the terminal experiences them.
struct Latency {
    var first: [Double] = []
    var last: [Double] = []
    var bytes: [Double] = []

    /// Presses each key once the output of the previous key has ended, after a short pause of varying length.
    static func measure(_ terminal: Terminal, keys: [String], presses: Int, quiet: Int32 = 12) -> Latency {
        var latency = Latency()
        for press in 0..<presses {
            usleep(UInt32(2_000 + (press * 7919) % 9_000))
            let start = Terminal.now()
            terminal.type(keys[press % keys.count])
            let burst = terminal.burst(quiet: quiet, deadline: 300)
            guard let first = burst.firstByte, let last = burst.lastByte else { continue }
            latency.first.append(Double(first - start) / 1e6)
            latency.last.append(Double(last - start) / 1e6)
            latency.bytes.append(Double(burst.bytes.count))
        }
        return latency
    }
}
