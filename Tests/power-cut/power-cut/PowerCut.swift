import CPowerCut
import Glibc
import Support

/// Works on a machine whose power fails: `power-cut store|server ROOT IMAGE MOMENT SEED`. Opens the store of a viewer
/// or the data of a server in the folder ROOT, continues to use it, and ends at the file change with the number MOMENT.
/// IMAGE then has what is left on the disk; see ``CPowerCut``.
///
/// Lines of the output: `is NAME` for what was found, and `opened` after the last of them; `kept NAME` for what was
/// promised to last, and `going NAME` before it may be removed; `end` if the power did not fail.
@main
struct PowerCut {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let moment = UInt64(arguments[4]), let seed = UInt64(arguments[5]) else { exit(2) }
        powercut_begin(arguments[2], arguments[3], moment, seed)
        let folder = arguments[2] + "/data"
        var random = SeededGenerator(seed: seed)
        switch arguments[1] {
        case "store": try await StoreWork.run(folder, &random)
        case "server": try await ServerWork.run(folder, &random)
        default: exit(2)
        }
        printLine("end \(powercut_count())")
    }

    /// Writes directly to the pipe, because a buffer would lose promises.
    static func printLine(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        guard write(1, bytes, bytes.count) == bytes.count else { exit(1) }
    }
}
