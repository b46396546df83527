import Foundation
import Support
import Testing

/// `cardstream service` with a `systemctl` that only records its calls.
@Suite(.serialized)
struct ServiceTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var home: URL { directory.url.appending(path: "home %h") }
    private var units: URL { home.appending(path: "config/systemd/user") }
    private var calls: URL { directory.url.appending(path: "calls") }

    /// - Parameter systemctl: The shell script of `systemctl`; nil if it does not exist.
    private func environment(_ systemctl: String?) throws -> [String: String] {
        let bin = directory.url.appending(path: "bin")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        let program = bin.appending(path: "systemctl")
        try? FileManager.default.removeItem(at: program)
        if let systemctl {
            try Data("#!/bin/sh\necho \"$*\" >> '\(calls.path)'\n\(systemctl)\n".utf8).write(to: program)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        }
        return [
            "PATH": systemctl == nil ? bin.path : "\(bin.path):/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8",
            "XDG_CONFIG_HOME": home.appending(path: "config").path,
        ]
    }

    private func service(_ arguments: [String], systemctl: String? = "") throws -> Command.Result {
        try? FileManager.default.removeItem(at: calls)
        return try Command.finish(
            Command.cardstream, ["service"] + arguments, environment: try environment(systemctl))
    }

    /// The recorded calls of systemctl, without the check whether systemd is available.
    private var recorded: [String] {
        let text = (try? String(contentsOf: calls, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { String($0).replacing("--user --no-pager ", with: "") }
            .filter { !$0.hasPrefix("show ") }
    }

    private func unit(_ name: String) throws -> String {
        try String(contentsOf: units.appending(path: name), encoding: .utf8)
    }

    @Test func `install writes the units and enables the socket, and can be repeated`() throws {
        let first = try service(["install"])
        #expect(first.status == 0, "\(first.error)")
        #expect(
            first.output.contains("http://127.0.0.1:8787") && first.output.contains("journalctl --user -u cardstream"))
        #expect(
            recorded == [
                "daemon-reload", "stop cardstream.service cardstream.socket", "enable --now cardstream.socket",
            ])
        #expect(try unit("cardstream.socket").contains("ListenStream=127.0.0.1:8787\n"))
        let text = try unit("cardstream.service")
        #expect(text.contains("serve --idle 1h --profile default\n"))
        #expect(text.contains(#"Environment="XDG_CONFIG_HOME=\#(directory.url.path)/home %%h/config""#))
        // These folders exist before the service starts, because it can write nowhere else.
        for path in [".local/share/cardstream/default/server", ".local/state/cardstream/default"] {
            #expect(FileManager.default.fileExists(atPath: home.appending(path: path).path))
        }

        let second = try service(["install"])
        #expect(second.status == 0 && second.output.hasPrefix("unchanged"))
        #expect(recorded == ["enable --now cardstream.socket"])

        let moved = try service(["install", "--listen", "[::1]:8800"])
        #expect(moved.status == 0 && moved.output.contains("http://[::1]:8800"))
        #expect(try unit("cardstream.socket").contains("ListenStream=[::1]:8800\n"))
    }

    @Test func `systemd understands the units`() throws {
        let analyze = "/usr/bin/systemd-analyze"
        guard FileManager.default.isExecutableFile(atPath: analyze) else { return }
        _ = try service(["install", "--profile", "work"])
        let runtime = directory.url.appending(path: "run")
        try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: true)
        var environment = try environment("")
        environment["XDG_RUNTIME_DIR"] = runtime.path
        let result = try Command.finish(
            analyze,
            ["verify", "--user", "--man=no"]
                + ["socket", "service"].map { units.appending(path: "cardstream-work.\($0)").path },
            environment: environment)
        #expect(result.status == 0 && result.output + result.error == "", "\(result.output)\(result.error)")
    }

    @Test func `a file of another author is not replaced`() throws {
        try FileManager.default.createDirectory(at: units, withIntermediateDirectories: true)
        let path = units.appending(path: "cardstream.service")
        try Data("[Service]\nExecStart=/bin/true\n".utf8).write(to: path)
        let result = try service(["install"])
        #expect(result.status == 1 && result.error.contains("is not replaced"))
        #expect(recorded == [])
        #expect(try unit("cardstream.service") == "[Service]\nExecStart=/bin/true\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: units.path) == ["cardstream.service"])
        #expect(try service(["uninstall"]).status == 0)
        #expect(try unit("cardstream.service") == "[Service]\nExecStart=/bin/true\n")
    }

    @Test(arguments: ["--print", "--dry-run"])
    func `the units are printed without a change`(flag: String) throws {
        let result = try service(["install", flag], systemctl: nil)
        #expect(result.status == 0, "\(result.error)")
        #expect(result.output.contains("[Socket]") && result.output.contains("ExecStart="))
        #expect(!FileManager.default.fileExists(atPath: home.path))
    }

    @Test func `a socket needs a port`() throws {
        #expect(try service(["install", "--listen", "127.0.0.1:0"]).status == 2)
        #expect(try service(["install", "--listen", "localhost:1"]).status == 2)
    }

    @Test func `uninstall stops and removes the units, and keeps the data`() throws {
        _ = try service(["install"])
        let data = home.appending(path: ".local/share/cardstream/default/server/card")
        try Data("kept".utf8).write(to: data)
        let result = try service(["uninstall"])
        #expect(result.status == 0 && result.output.contains("the data stays"))
        #expect(recorded == ["disable --now cardstream.socket", "stop cardstream.service", "daemon-reload"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: units.path) == [])
        #expect(FileManager.default.fileExists(atPath: data.path))
        #expect(try service(["uninstall"]).output.contains("nothing to remove"))
    }

    @Test(arguments: [
        ("active", "enabled", "inactive", 0, ["listens on http://127.0.0.1:8787", "not running"]),
        ("active", "disabled", "active", 0, ["will not start at the next login", "runs, process 42: Listening"]),
        ("inactive", "enabled", "inactive", 1, ["does not listen"]),
        ("failed", "enabled", "failed", 1, ["the unit failed", "has failed"]),
    ])
    func `status says what listens and runs`(
        socket: String, enabled: String, service state: String, status: Int32, words: [String]
    ) throws {
        _ = try service(["install"])
        let result = try service(
            ["status"],
            systemctl: """
                case "$*" in
                *cardstream.socket) echo ActiveState=\(socket); echo UnitFileState=\(enabled);;
                *cardstream.service) echo ActiveState=\(state); echo MainPID=42; echo StatusText=Listening;;
                esac
                """)
        #expect(result.status == status)
        for part in words { #expect(result.output.contains(part), "\(result.output)") }
    }

    @Test func `status without a service has its own exit code`() throws {
        let result = try service(["status"])
        #expect(result.status == 3 && result.output.contains("not installed"))
    }

    @Test(arguments: [
        (nil, "no systemctl in PATH"), ("echo 'Failed to connect to bus' >&2; exit 1", "(Failed to connect to bus)"),
    ])
    func `without systemd, a message says how to start the server`(systemctl: String?, reason: String) throws {
        let result = try service(["install"], systemctl: systemctl)
        #expect(result.status == 1 && result.error.contains(reason))
        let program = URL(filePath: Command.cardstream).resolvingSymlinksInPath().path
        #expect(result.error.contains("\(program) serve --profile default"))
        #expect(result.error.contains("@reboot XDG_CONFIG_HOME='\(directory.url.path)/home \\%h/config'"))
        #expect(!FileManager.default.fileExists(atPath: units.path))
    }
}
