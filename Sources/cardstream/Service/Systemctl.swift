internal import AppRuntime
internal import Basics
internal import Canvas
internal import Cards
internal import Glibc

/// Controls the user's service manager with `systemctl --user`.
struct Systemctl: Sendable {
    /// Why units cannot be used on this machine.
    enum Missing: Error, Hashable {
        case program
        /// No service manager runs for the user. The value is the error message of `systemctl`.
        case manager(String)

        var reason: String {
            switch self {
            case .program: "systemd is not available: no systemctl in PATH"
            case .manager(let detail):
                "systemd runs no service manager for your user\(detail.isEmpty ? "" : " (\(detail))")"
            }
        }
    }

    /// - Throws: ``Missing``.
    init() throws(Missing) {
        let run = Self.execute(["show", "--property=Version"])
        switch run.ending {
        case .exited(0): break
        case .notStarted: throw .program
        default: throw .manager(Self.lastLine(run.output))
        }
    }

    /// - Throws: ``CommandFailure`` with the error message of `systemctl`.
    func run(_ arguments: [String]) throws(CommandFailure) {
        let run = Self.execute(arguments)
        guard run.ending != .exited(status: 0) else { return }
        let command = "systemctl --user \(arguments.joined(separator: " "))"
        let detail = Self.lastLine(run.output)
        throw CommandFailure(.failure, "\(command) failed\(detail.isEmpty ? "" : ": \(detail)")")
    }

    /// Properties of a unit by name; without empty ones. Empty for an unknown unit.
    func properties(_ names: [String], of unit: String) -> [String: String] {
        let run = Self.execute(["show", "--property=\(names.joined(separator: ","))", unit])
        guard run.ending == .exited(status: 0) else { return [:] }
        var values: [String: String] = [:]
        for line in String(decoding: run.output, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        return values
    }

    private static func execute(_ arguments: [String]) -> ProcessRun {
        ProcessRun.run(limit: 60, outputLimit: 64 * 1024) { output throws(ChildProcess.StartError) in
            try ChildProcess(
                ["systemctl", "--user", "--no-pager"] + arguments,
                streams: ChildProcess.Streams(output: output, errors: output))
        }
    }

    private static func lastLine(_ output: [UInt8]) -> String {
        let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
        return SafeText(String(lines.last { !$0.allSatisfy(\.isWhitespace) } ?? "")).string
    }
}
