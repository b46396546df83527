import CFuzzer
import Foundation

/// The program of `make fuzz`.
///
///     fuzz                        names of all targets
///     fuzz TARGET --seeds FOLDER  writes the seeds and the words of the target
///     fuzz TARGET …               the command line of libFuzzer
@main
enum Main {
    nonisolated(unsafe) private static var target: FuzzTarget?

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else { return print(FuzzTarget.all.map(\.name).joined(separator: "\n")) }
        guard let target = FuzzTarget.named(arguments[1]) else {
            print("\(arguments[1]) is no target; choose one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
            exit(64)
        }
        if arguments.count == 4, arguments[2] == "--seeds" {
            return try write(target, to: URL(filePath: arguments[3], directoryHint: .isDirectory))
        }
        self.target = target
        fuzz([arguments[0], "-max_len=\(target.longest)"] + arguments.dropFirst(2))
    }

    private static func fuzz(_ arguments: [String]) {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var count = Int32(arguments.count)
        words.withUnsafeMutableBufferPointer { words in
            var first = words.baseAddress
            cfuzzer_watch_counters()
            let status = LLVMFuzzerRunDriver(&count, &first) { data, size in
                Main.read(UnsafeBufferPointer(start: data, count: size))
                cfuzzer_give_counters()
                return 0
            }
            exit(status)
        }
    }

    private static func read(_ data: UnsafeBufferPointer<UInt8>) {
        do { try target?.read(FuzzInput(Array(data))) } catch { fatalError("\(error)") }
    }

    private static func write(_ target: FuzzTarget, to folder: URL) throws {
        let seeds = folder.appending(path: "seeds")
        try FileManager.default.createDirectory(at: seeds, withIntermediateDirectories: true)
        for (number, seed) in target.seeds.enumerated() {
            try Data(seed).write(to: seeds.appending(path: "seed-\(number)"))
        }
        let lines = target.words.map { word in "\"" + word.utf8.map { "\\x" + hex($0) }.joined() + "\"\n" }
        try Data(lines.joined().utf8).write(to: folder.appending(path: "words"))
    }

    private static func hex(_ byte: UInt8) -> String { String(UInt16(byte) + 0x100, radix: 16).suffix(2).uppercased() }
}
