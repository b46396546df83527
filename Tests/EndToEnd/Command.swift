import Foundation

/// Runs programs and returns their output.
enum Command {
    /// The program under test: `CARDSTREAM_BINARY`, or the one next to the test bundle.
    static var cardstream: String {
        if let given = ProcessInfo.processInfo.environment["CARDSTREAM_BINARY"] { return given }
        let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return bundle.deletingLastPathComponent().appending(path: "cardstream").path
    }

    /// The standard output of a program. Throws if the program fails.
    @discardableResult
    static func run(
        _ program: String, _ arguments: [String], input: String? = nil, environment: [String: String]? = nil
    ) throws -> String {
        let result = try finish(program, arguments, input: input, environment: environment)
        guard result.status == 0 else {
            throw EndToEndError.failed(
                command: ([program] + arguments).joined(separator: " "), status: result.status,
                output: result.output + result.error)
        }
        return result.output
    }

    /// Starts the program under test with its standard output in a new file, and its standard error in another file
    /// with the additional extension "error". The caller must stop the process.
    ///
    /// - Parameter launcher: A program that starts it, such as `nohup`.
    static func start(
        _ arguments: [String], through launcher: String? = nil, output: URL, environment: [String: String]
    ) throws -> Process {
        let errors = output.appendingPathExtension("error")
        try Data().write(to: output)
        try Data().write(to: errors)
        let process = Process()
        process.setProgram(launcher ?? cardstream, (launcher == nil ? [] : [cardstream]) + arguments)
        process.environment = environment
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return process
    }

    struct Result {
        var status: Int32
        var output: String
        var error: String
    }

    /// Runs a program until it exits, with any exit code.
    static func finish(
        _ program: String, _ arguments: [String], input: String? = nil, environment: [String: String]? = nil
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        if let environment { process.environment = environment }
        let output = Pipe()
        let error = Pipe()
        let standardInput = Pipe()
        process.standardOutput = output
        process.standardError = error
        process.standardInput = input == nil ? FileHandle.nullDevice : standardInput
        try process.run()
        if let input {
            standardInput.fileHandleForWriting.write(Data(input.utf8))
            try standardInput.fileHandleForWriting.close()
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: text, error: complaint)
    }
}

extension Process {
    /// Sets a program that a hangup can end, even if the tests themselves ignore hangups, as under `nohup make test`.
    func setProgram(_ path: String, _ words: [String]) {
        executableURL = URL(filePath: "/usr/bin/env")
        arguments = ["--default-signal=HUP", path] + words
    }
}
