import Foundation

/// `openssl s_server`.
package final class OpenSSLServer {
    package enum Answer {
        /// A page to every GET.
        case page
        /// The files of a folder.
        case files(folder: String)
        /// The same, each of which is a whole answer with status line and headers.
        case wholeAnswers(folder: String)
        /// None; what came in is kept for ``received()``.
        case silence
    }

    package let port: Int
    private let process = Process()
    private let output = Pipe()
    /// Held open: the server ends with its input.
    private let input = Pipe()
    /// What it printed, as far as it was read.
    private var log = ""

    init(arguments: [String], answer: Answer) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        var arguments = ["s_server", "-accept", "127.0.0.1:0"] + arguments
        switch answer {
        case .page: arguments.append("-www")
        case .files(let folder):
            arguments.append("-WWW")
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
        case .wholeAnswers(let folder):
            arguments.append("-HTTP")
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
        case .silence: break
        }
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It says "ACCEPT 127.0.0.1:PORT" once it listens.
        var text = ""
        while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT") }), text.hasSuffix("\n"),
                let colon = line.lastIndex(of: ":"), let number = Int(line[line.index(after: colon)...])
            {
                port = number
                return
            }
        }
        throw CocoaError(.executableLoad)
    }

    /// Kills it: a process that was started from a thread of the pool inherits that no other signal reaches it.
    package func stop() { kill(process.processIdentifier, SIGKILL) }

    /// Sends text over the present connection, for ``Answer/silence``; not with a letter first that the server takes for a
    /// command.
    package func say(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

    /// Waits until it printed one of these, for ``Answer/silence``; not after the server has ended.
    package func wait(for texts: String...) {
        while !texts.contains(where: log.contains), case let data = output.fileHandleForReading.availableData,
            !data.isEmpty
        {
            log += String(decoding: data, as: UTF8.self)
        }
    }

    /// Waits until the first client has gone, in peace or not; then ``received()`` has all of it.
    package func waitForFarewell() { wait(for: "CONNECTION CLOSED", "ERROR", "DONE") }

    /// Ends the server; what it printed since it listened: a report of each connection, and all that came in over it.
    package func received() -> String {
        stop()
        log += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return log
    }
}
