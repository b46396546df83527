import Foundation
import Testing

/// A listening socket of a service manager, which passes copies of it to services.
final class PassedSocket: Sendable {
    let descriptor: CInt
    let port: UInt16

    init() throws {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) | listen(descriptor, 16) | getsockname(descriptor, address, &length)
            }
        }
        try #require(code == 0)
        port = UInt16(bigEndian: place.sin_port)
    }

    deinit { close(descriptor) }

    var address: String { "http://127.0.0.1:\(port)" }

    /// Starts `cardstream serve` with a copy of the socket as descriptor 3, using the protocol of sd_listen_fds(3).
    ///
    /// - Parameter owner: The process id in the variables, in shell syntax.
    func start(
        _ flags: [String], environment: [String: String], output: FileHandle = .nullDevice, owner: String = "$$"
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let script = """
            exec 3<&0 </dev/null
            export LISTEN_PID=\(owner) LISTEN_FDS=1 LISTEN_FDNAMES=cardstream
            exec "$0" serve "$@"
            """
        process.arguments = ["-c", script, Command.cardstream] + flags
        process.environment = environment
        process.standardInput = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        return process
    }

    /// Whether a connection waits that no process has accepted, within this many seconds.
    func hasWaitingConnection(within seconds: Double) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, CInt(seconds * 1000)) > 0
    }
}

/// Starts a service for the first connection, and again for the first connection after it has exited.
final class ServiceRunner {
    private let thread: Thread
    private let state: State

    /// Invariant: all properties are read and written under the lock.
    private final class State: @unchecked Sendable {
        private let lock = NSLock()
        private var process: Process?
        private var starts = 0
        private var isOver = false

        var startCount: Int { lock.withLock { starts } }
        var goesOn: Bool { lock.withLock { !isOver } }

        func record(_ process: Process) {
            lock.withLock {
                self.process = process
                starts += 1
            }
        }

        func end(isOver: Bool) {
            lock.withLock {
                self.isOver = self.isOver || isOver
                process?.terminate()
            }
        }
    }

    init(_ passed: PassedSocket, _ flags: [String], environment: [String: String]) {
        let state = State()
        self.state = state
        thread = Thread {
            while state.goesOn {
                guard passed.hasWaitingConnection(within: 0.1) else { continue }
                guard let process = try? passed.start(flags, environment: environment) else { return }
                state.record(process)
                process.waitUntilExit()
            }
        }
        thread.start()
    }

    deinit { state.end(isOver: true) }

    var startCount: Int { state.startCount }

    /// Stops the running service, as a restart does.
    func endService() { state.end(isOver: false) }
}
