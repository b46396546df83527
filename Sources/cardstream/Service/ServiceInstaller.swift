internal import AppRuntime
internal import Cards
internal import FeedServer
internal import Glibc

/// Installs the units of a profile's server, and enables its socket.
struct ServiceInstaller {
    private let setup: Setup
    private let units: ServiceUnits
    private let program: ServiceUnits.Program

    /// How long the service runs without a connection, as the value of --idle.
    private static let idle = "1h"

    /// - Throws: ``CommandFailure`` if a path cannot be written in a unit file.
    init(
        _ setup: Setup, isFileOfFlag: Bool, listen address: ListenAddress,
        hasNamespaces: Bool = UserNamespaces.isAllowed
    ) throws {
        self.setup = setup
        let path = try Self.executable()
        var arguments = ["serve", "--idle", Self.idle, "--profile", setup.config.profile]
        if isFileOfFlag { arguments += ["--config", try FilePath.absolute(setup.configurationFile)] }
        let state = setup.paths.endpointFile(profile: setup.config.profile)
        program = ServiceUnits.Program(
            path: path, arguments: arguments, variables: Self.variables(setup.variables),
            writablePaths: [
                try FilePath.absolute(setup.config.serveData ?? ProfileServer(setup).directory),
                String(state[..<(state.lastIndex(of: "/") ?? state.endIndex)]),
            ])
        let texts = [path] + arguments + Array(program.variables.values) + program.writablePaths
        if let wrong = texts.first(where: { !UnitText.isAllowed($0) }) {
            throw CommandFailure(
                .failure, "\(wrong.shownAsFile) has control characters, which systemd units cannot contain")
        }
        units = ServiceUnits(setup, listen: address, program: program, hasNamespaces: hasNamespaces)
    }

    /// Both unit files as text, for --print.
    var printed: String { "# \(units.socketPath)\n\(units.socket)\n# \(units.servicePath)\n\(units.service)" }

    /// Installs the units and enables the socket. Repeating this is harmless.
    func install() throws {
        let systemctl: Systemctl
        do { systemctl = try Systemctl() } catch { throw CommandFailure(.failure, withoutSystemd(error)) }
        let files = [(units.socketPath, units.socket), (units.servicePath, units.service)]
        var hasChanged = false
        for (path, text) in files {
            guard let present = try ServiceUnits.content(of: path) else {
                hasChanged = true
                continue
            }
            guard ServiceUnits.isOurs(present) else {
                throw CommandFailure(
                    .failure,
                    "\(path.shownAsFile) was not written by this command and is not replaced: move it away, then install again"
                )
            }
            if present != text { hasChanged = true }
        }
        for path in program.writablePaths { try PrivateFile.makeDirectory(path) }
        if hasChanged {
            for (path, text) in files { try PrivateFile.write(text, to: path) }
            try systemctl.run(["daemon-reload"])
            // A listening socket keeps its address until it is stopped.
            try systemctl.run(["stop", units.serviceName, units.socketName])
        }
        try systemctl.run(["enable", "--now", units.socketName])
        let address = ServiceUnits.address(ofSocket: units.socketPath).map { "http://\($0)" } ?? ""
        Console.print(
            """
            \(hasChanged ? "installed" : "unchanged"): \(units.socketPath.shownAsFile) and \(units.serviceName)
            listening on \(address); the server starts with the first connection and stops after \(Self.idle) without \
            connections
            log: journalctl --user -u \(units.name)
            """)
    }

    // MARK: Parts

    private static func executable() throws -> String {
        guard let path = realpath("/proc/self/exe", nil) else {
            throw CommandFailure(.failure, "the program's own file cannot be found; check that /proc is mounted")
        }
        defer { free(path) }
        return String(cString: path)
    }

    /// The environment variables that set where the files are, and how to serve.
    private static func variables(_ environment: [String: String]) -> [String: String] {
        environment.filter { name, value in
            switch name {
            case "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "CARDSTREAM_CONFIG": value.hasPrefix("/")
            default: name.hasPrefix("CARDSTREAM_SERVE_")
            }
        }
    }

    // MARK: Without systemd

    /// A message that says how to start the server without systemd, with the exact command.
    private func withoutSystemd(_ missing: Systemctl.Missing) -> String {
        // Leave out --idle, because nothing would start the server again after it has stopped.
        let words = [program.path, "serve"] + program.arguments.dropFirst(3)
        let variables = program.variables.sorted { $0.key < $1.key }.map { "\($0)=\($1.quotedForShell)" }
        let command = (variables + words.map(\.quotedForShell)).joined(separator: " ")
        // Escape percent signs, because they end the command in a crontab.
        let entry = command.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\\%")
        return """
            \(missing.reason); nothing was installed. Start the server another way:
              with cron, run `crontab -e` and add:   @reboot \(entry)
              with a supervisor, let it run:         \(command)
            """
    }
}
