internal import AppRuntime
internal import Cards
internal import Glibc

/// The units of a profile as they are on disk and in the service manager.
struct InstalledService {
    private let setup: Setup
    private let name: String
    private let files: [String]

    init(_ setup: Setup) {
        self.setup = setup
        name = ServiceUnits.name(profile: setup.config.profile)
        let socket = ServiceUnits.socketFile(setup)
        files = [socket, "\(setup.paths.systemdUnits)/\(name).service"]
    }

    /// The existing unit files that this program has written.
    private func installed() throws -> [String] {
        try files.filter { try ServiceUnits.content(of: $0).map(ServiceUnits.isOurs) ?? false }
    }

    // MARK: Status

    /// Prints whether the service is installed, listens and runs.
    ///
    /// - Throws: ``ExitStatus`` if the socket does not listen.
    func report() throws {
        let isOwn = try installed() == files
        guard try isOwn || ServiceUnits.usesPackage(setup) else {
            Console.print("not installed; `cardstream service install` installs the service")
            throw ExitStatus.nothingMatched
        }
        let address = ServiceUnits.address(setup).map { "http://\($0)" } ?? "no address"
        let systemctl: Systemctl
        do { systemctl = try Systemctl() } catch {
            throw CommandFailure(.failure, "installed for \(address), but \(error.reason)")
        }
        let socket = systemctl.properties(["ActiveState", "UnitFileState"], of: "\(name).socket")
        let service = systemctl.properties(["ActiveState", "MainPID", "StatusText"], of: "\(name).service")
        let isListening = socket["ActiveState"] == "active"
        let isEnabled = socket["UnitFileState"] == "enabled"
        Console.print(
            "\(name).socket: \(Self.message(socket, isListening ? "listens on \(address)" : "does not listen on \(address)"))"
                + (isEnabled
                    ? "" : ", and will not start at the next login: \(socket["UnitFileState"] ?? "not enabled")"))
        Console.print("\(name).service: \(running(service))")
        Console.print("log: journalctl --user -u \(name)")
        if !isListening { throw ExitStatus.failure }
    }

    private static func message(_ unit: [String: String], _ text: String) -> String {
        unit["ActiveState"] == "failed" ? "\(text): the unit failed" : text
    }

    private func running(_ service: [String: String]) -> String {
        switch service["ActiveState"] {
        case "active", "activating", "deactivating":
            "runs, process \(service["MainPID"] ?? "unknown")" + (service["StatusText"].map { ": \($0)" } ?? "")
        case "failed": "has failed; its log shows why"
        default: "not running; it starts with the first connection"
        }
    }

    // MARK: Removing

    /// Stops the server, and removes the unit files that this program has written. The data stays.
    func uninstall() throws {
        let ours = try installed()
        guard try !ServiceUnits.usesPackage(setup) else {
            throw CommandFailure(
                .failure,
                "\(name).socket belongs to the package; to stop it: systemctl --user disable --now \(name).socket")
        }
        guard !ours.isEmpty else { return Console.print("not installed: there is nothing to remove") }
        // Without systemd, there is nothing to stop, but the files are still removed.
        if let systemctl = try? Systemctl() {
            try systemctl.run(["disable", "--now", "\(name).socket"])
            try systemctl.run(["stop", "\(name).service"])
        }
        for path in ours {
            guard unlink(path) == 0 else { throw FileProblem(path: path, doing: "remove", code: errno) }
        }
        // Without systemd there is nothing to reload.
        if let systemctl = try? Systemctl() { try systemctl.run(["daemon-reload"]) }
        let data = setup.config.serveData ?? ProfileServer(setup).directory
        Console.print(
            "removed \(ours.map(\.shownAsFile).joined(separator: " and ")); the data stays in \(data.shownAsFile)")
    }
}
