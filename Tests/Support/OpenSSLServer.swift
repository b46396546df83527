import Foundation

/// A running `openssl s_server`.
package final class OpenSSLServer {
    package enum ResponseMode {
        /// Responds to every GET with a status page.
        case page
        /// Responds with the files of a folder.
        case files(folder: String)
        /// Responds with the files of a folder, each of which contains a whole response with status line and headers.
        case wholeResponses(folder: String)
        /// Does not respond. The input is stored for ``received()``.
        case silence
    }

    package let port: Int
    private let process = Process()
    private let output = Pipe()
    /// Kept open, because the server exits at the end of its input.
    private let input = Pipe()
    /// The output that has been read so far.
    private var log = ""

    init(arguments: [String], mode: ResponseMode) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        var arguments = ["s_server", "-accept", "127.0.0.1:0"] + arguments
        switch mode {
        case .page: arguments.append("-www")
        case .files(let folder):
            arguments.append("-WWW")
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
        case .wholeResponses(let folder):
            arguments.append("-HTTP")
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
        case .silence: break
        }
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The server prints "ACCEPT 127.0.0.1:PORT" once it listens.
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

    /// Kills the server. Other signals do not reach it: a process that is started from a thread of the pool inherits
    /// its blocked signals.
    package func stop() { kill(process.processIdentifier, SIGKILL) }

    /// Sends text over the current connection, for ``ResponseMode/silence``. The first letter must not be one that the server
    /// interprets as a command.
    package func send(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

    /// Waits until the server has printed one of these texts, for ``ResponseMode/silence``. Must not be called after the
    /// server has exited.
    package func wait(for texts: String...) {
        while !texts.contains(where: log.contains), case let data = output.fileHandleForReading.availableData,
            !data.isEmpty
        {
            log += String(decoding: data, as: UTF8.self)
        }
    }

    /// Waits until the first client has disconnected, with or without an error. ``received()`` then returns all that it
    /// sent.
    package func waitForDisconnect() { wait(for: "CONNECTION CLOSED", "ERROR", "DONE") }

    /// Stops the server, and returns what it has printed since it listened: a report of each connection, and all its
    /// input.
    package func received() -> String {
        stop()
        log += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return log
    }
}
