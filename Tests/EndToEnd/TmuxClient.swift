import Foundation

/// Sends commands to a tmux server and reads their output, in tmux's control mode. Tests read the screen many times a
/// second; a process for each read would cost more than the read.
final class TmuxClient {
    private let process = Process()
    /// Our end of the socket pair that is the client's input and output.
    private let stream: FileHandle
    /// The part of an unfinished line that has been read.
    private var pending = Data()

    /// - Parameter socket: The path of the server's socket.
    init(socket: String) throws {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw CocoaError(.fileReadUnknown)
        }
        stream = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let other = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        process.executableURL = URL(filePath: "/usr/bin/tmux")
        // The client does not count for the size of the window, and does not receive the output of programs.
        process.arguments = ["-u", "-S", socket, "-C", "attach-session", "-f", "ignore-size,no-output"]
        process.standardInput = other
        process.standardOutput = other
        process.standardError = FileHandle.nullDevice
        try process.run()
        try other.close()
    }

    /// The output of a command, in whole lines.
    func run(_ arguments: [String]) throws -> String {
        let command = arguments.map(Self.quoted).joined(separator: " ")
        let failure = { (output: String) in
            EndToEndError.failed(command: "tmux \(command)", status: 1, output: output)
        }
        try send("\(command)\n", orThrow: failure("the server has ended"))
        var output: String?
        while let line = nextLine() {
            // A line such as "%begin 1363006971 2 1": the time, a number, and 1 for a command that a client has sent.
            let words = line.split(separator: " ")
            let isGuard = words.count == 4 && words[3] == "1"
            switch (isGuard ? words[0] : nil, output) {
            case ("%begin", nil): output = ""
            case ("%end", let text?): return text
            case ("%error", let text?): throw failure(text)
            default: output?.append("\(line)\n")
            }
        }
        throw failure("the server has ended")
    }

    private func send(_ text: String, orThrow error: EndToEndError) throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Foundation.send(stream.fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw error }
            bytes = bytes.dropFirst(count)
        }
    }

    private func nextLine() -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending = Data(pending[(end + 1)...]) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            let data = stream.availableData
            if data.isEmpty { return nil }
            pending += data
        }
    }

    /// Quotes a word so that tmux takes it literally.
    private static func quoted(_ word: String) -> String { "'" + word.replacing("'", with: "'\\''") + "'" }
}
