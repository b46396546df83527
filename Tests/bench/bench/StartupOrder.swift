import Foundation

/// Which functions of the program run from its start to the first keys, by address:
/// the linker puts these side by side, so that few pages of a large program are ever read.
struct StartupOrder {
    /// The program with its symbols, and beside it the stripped copy that valgrind can read.
    var program: String
    var environment: [String: String]
    /// Shown when the program is ready for keys.
    var ready: String

    /// The linker's names, one a line.
    func names() throws -> [String] {
        let output = FileManager.default.temporaryDirectory.appending(path: "callgrind.\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        let terminal = try Terminal(
            [
                "/usr/bin/valgrind", "--tool=callgrind", "--dump-instr=yes", "--callgrind-out-file=\(output.path)",
                "--quiet", program + "-stripped",
            ], environment: environment)
        guard terminal.await(ready, deadline: 60_000) != nil else { throw BenchError("nothing was painted") }
        _ = terminal.burst(quiet: 1500, deadline: 1500)
        // What people do first.
        for key in ["j", "k", "\t", "m", "\u{1B}", "\u{6}", "\u{2}", "G", "g"] {
            terminal.type(key)
            _ = terminal.burst(quiet: 60, deadline: 400)
        }
        terminal.type("q")
        guard terminal.waitForExit(deadline: 30_000) != nil else { throw BenchError("it did not quit") }
        usleep(500_000)
        let symbols = try symbols()
        var called: Set<Int> = []
        for address in executed(try String(contentsOf: output, encoding: .utf8)) {
            if let index = symbols.lastIndex(startingAtOrBefore: address) { called.insert(index) }
        }
        return called.sorted().map { symbols[$0].name }
    }

    fileprivate struct Symbol {
        var address: UInt64
        var name: String
    }

    private func symbols() throws -> [Symbol] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/nm")
        process.arguments = ["--numeric-sort", "--defined-only", program]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count == 3, "tTwW".contains(fields[1]), let address = UInt64(fields[0], radix: 16) else {
                return nil
            }
            return Symbol(address: address, name: String(fields[2]))
        }
    }

    /// The addresses of the program's own instructions that ran. Callgrind writes each relative to the one before.
    private func executed(_ profile: String) -> Set<UInt64> {
        var own: Set<Substring> = []
        var isOwn = false
        var address: UInt64 = 0
        var addresses: Set<UInt64> = []
        let lines = profile.split(separator: "\n")
        for line in lines where line.hasPrefix("ob=") || line.hasPrefix("cob=") {
            if line.hasSuffix("cardstream-stripped"), let number = Self.objectNumber(line) { own.insert(number) }
        }
        for line in lines {
            if line.hasPrefix("ob=") { isOwn = Self.objectNumber(line).map(own.contains) ?? false }
            guard let first = line.first, "0+-*".contains(first) else { continue }
            let place = line.prefix { $0 != " " }
            switch first {
            case "+": address += UInt64(place.dropFirst()) ?? 0
            case "-": address -= UInt64(place.dropFirst()) ?? 0
            case "0": address = UInt64(place.dropFirst(2), radix: 16) ?? address
            default: break
            }
            if isOwn { addresses.insert(address) }
        }
        return addresses
    }

    /// "3" of "ob=(3) /path".
    private static func objectNumber(_ line: Substring) -> Substring? {
        guard let open = line.firstIndex(of: "("), let close = line.firstIndex(of: ")") else { return nil }
        return line[line.index(after: open)..<close]
    }
}

extension [StartupOrder.Symbol] {
    /// By halving: the symbols are sorted.
    fileprivate func lastIndex(startingAtOrBefore address: UInt64) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].address <= address { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}
