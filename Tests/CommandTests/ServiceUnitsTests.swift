import AppRuntime
import FeedServer
import Foundation
import Logging
import Support
import Testing

@testable import cardstream

struct ServiceUnitsTests {
    private static func setup(profile: String = "default") -> Setup {
        var config = Config()
        config.profile = profile
        return Setup(
            config: config,
            paths: Paths(
                configuration: "/home/ana/.config/cardstream", data: "/home/ana/data", state: "/home/ana/state",
                cache: "/home/ana/cache"),
            variables: [:], configurationFile: "/home/ana/.config/cardstream/config.toml")
    }

    private static func units(
        _ profile: String = "default", path: String = "/usr/bin/cardstream", hasNamespaces: Bool = true
    ) -> ServiceUnits {
        ServiceUnits(
            setup(profile: profile), listen: ListenAddress(host: "127.0.0.1", port: 8787),
            program: ServiceUnits.Program(
                path: path, arguments: ["serve", "--idle", "1h", "--profile", profile],
                variables: ["XDG_DATA_HOME": "/home/ana/my data"], writablePaths: ["/home/ana/data", "/home/ana/100%"]),
            hasNamespaces: hasNamespaces)
    }

    @Test func `the unit of the socket has the expected text`() {
        #expect(
            Self.units().socket == """
                # Written by `cardstream service install`; removed by `cardstream service uninstall`.
                [Unit]
                Description=cardstream socket of profile default
                Documentation=man:cardstream-service(1)

                [Socket]
                ListenStream=127.0.0.1:8787
                FileDescriptorName=cardstream

                [Install]
                WantedBy=sockets.target

                """)
    }

    @Test func `the unit of the service has the expected text`() {
        #expect(
            Self.units().service == """
                # Written by `cardstream service install`; removed by `cardstream service uninstall`.
                [Unit]
                Description=cardstream server of profile default
                Documentation=man:cardstream-serve(1)
                Requires=cardstream.socket

                [Service]
                Type=notify
                ExecStart=/usr/bin/cardstream serve --idle 1h --profile default
                Environment="XDG_DATA_HOME=/home/ana/my data"
                TimeoutStopSec=10
                UMask=0077

                # Turn off what the server does not need.
                NoNewPrivileges=yes
                LockPersonality=yes
                RestrictRealtime=yes
                RestrictSUIDSGID=yes
                RestrictNamespaces=yes
                RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
                SystemCallArchitectures=native
                SystemCallFilter=@system-service
                SystemCallErrorNumber=EPERM
                PrivateUsers=yes
                PrivateTmp=yes
                ProtectSystem=strict
                ProtectHome=read-only
                ProtectControlGroups=yes
                ReadWritePaths=/home/ana/data /home/ana/100%%

                """)
    }

    @Test func `each profile has its own units`() {
        let units = Self.units("work")
        #expect(units.socketPath == "/home/ana/.config/systemd/user/cardstream-work.socket")
        #expect(units.servicePath == "/home/ana/.config/systemd/user/cardstream-work.service")
        #expect(units.service.contains("Requires=cardstream-work.socket\n"))
    }

    @Test func `the units of a package name no user's folder and need no namespace`() throws {
        let units = ServiceUnits(package: "/usr/bin/cardstream")
        #expect(units.socket.contains("ListenStream=127.0.0.1:8787\n"))
        #expect(units.service.contains("ExecStart=/usr/bin/cardstream serve --idle 1h\n"))
        for word in ["PrivateUsers", "ReadWritePaths", "Environment", "home"] {
            #expect(!units.service.contains(word))
        }
        #expect(units.service.contains("NoNewPrivileges=yes"))
        #expect(!ServiceUnits.isOurs(units.socket))
    }

    @Test func `a package's socket counts once the user has enabled it, unless there is one of their own`() throws {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "cardstream-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var setup = Self.setup()
        setup.paths = Paths(
            configuration: folder.appending(path: "config/cardstream").path, data: folder.path, state: folder.path,
            cache: folder.path)
        let package = folder.appending(path: "usr/cardstream.socket")
        let link = ServiceUnits.packageLink(setup)
        for file in [package.path, link] {
            try FileManager.default.createDirectory(
                at: URL(filePath: file).deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        let units = ServiceUnits(package: "/usr/bin/cardstream")
        try units.socket.write(to: package, atomically: true, encoding: .utf8)
        #expect(ServiceUnits.address(setup) == nil)
        #expect(ProfileServer(setup).serviceAddress == nil)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: package.path)
        #expect(try ServiceUnits.usesPackage(setup))
        #expect(ProfileServer(setup).serviceAddress == ListenAddress(host: "127.0.0.1", port: 8787))
        let own = Self.units().socket.replacing("8787", with: "8800")
        try own.write(toFile: ServiceUnits.socketFile(setup), atomically: true, encoding: .utf8)
        #expect(try !ServiceUnits.usesPackage(setup))
        #expect(ProfileServer(setup).serviceAddress == ListenAddress(host: "127.0.0.1", port: 8800))
    }

    @Test func `without user namespaces, their options are left out`() {
        let service = Self.units(hasNamespaces: false).service
        #expect(!service.contains("PrivateUsers") && !service.contains("ReadWritePaths"))
        #expect(service.contains("NoNewPrivileges=yes"))
    }

    @Test(arguments: [
        ("/usr/bin/cardstream", "/usr/bin/cardstream"), ("/my tools/100%", "\"/my tools/100%%\""),
        (#"/a"b\c"#, #""/a\"b\\c""#), ("/élan", "\"/élan\""), ("/50%", "/50%%"), ("", "\"\""), ("/$HOME", "/$HOME"),
        ("/a;b", "\"/a;b\""), ("/it's", "\"/it's\""),
    ])
    func `a word is quoted for a unit file`(text: String, expected: String) { #expect(UnitText.word(text) == expected) }

    @Test func `a dollar sign in an argument is escaped`() {
        #expect(UnitText.argument("/a$b %h") == "\"/a$$b %%h\"")
    }

    @Test(arguments: [("/a b", true), ("/a\nb", false), ("/a\u{1B}b", false), ("/a\u{7F}", false)])
    func `a unit contains no control characters`(text: String, isAllowed: Bool) {
        #expect(UnitText.isAllowed(text) == isAllowed)
    }

    @Test(arguments: [
        ([:], true), (["user/max_user_namespaces": "15000\n"], true), (["user/max_user_namespaces": "0\n"], false),
        (["kernel/unprivileged_userns_clone": "0\n"], false), (["kernel/unprivileged_userns_clone": "1\n"], true),
        (["kernel/apparmor_restrict_unprivileged_userns": "1\n"], false),
    ])
    func `the kernel says whether users may have namespaces`(values: [String: String], isAllowed: Bool) {
        #expect(UserNamespaces.isAllowed { values[String($0.dropFirst("/proc/sys/".count))] } == isAllowed)
    }

    @Test(arguments: [
        ("it's", "'it'\\''s'"), ("/a b", "'/a b'"), ("/a%b", "/a%b"), ("", "''"), ("$HOME", "'$HOME'"),
        ("$(x)", "'$(x)'"), ("--to=ana", "--to=ana"), ("A=b", "'A=b'"),
    ])
    func `a word is quoted for a shell`(text: String, expected: String) { #expect(text.quotedForShell == expected) }

    @Test func `a line for the journal has its level as a prefix`() {
        let metadata: Logger.Metadata = ["port": "1", "error": "a\nb"]
        #expect(
            ConsoleLog(label: "server", isJournal: true).line(.warning, "lost", metadata, at: .fixed)
                == "<4>lost error=a b port=1")
        #expect(
            ConsoleLog(label: "server", isJournal: false).line(.info, "lost", [:], at: .fixed) == "info server: lost")
    }

    @Test func `a line for a file has its time, to the second in UTC`() {
        let log = ConsoleLog(label: "server", isJournal: false, hasTime: true)
        let time = Date(timeIntervalSince1970: 1_764_342_961.9)
        #expect(log.line(.info, "stopped", [:], at: time) == "2025-11-28T15:16:01Z info server: stopped")
    }

    @Test func `the journal is recognised by its stream`() throws {
        let path = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
        try Data().write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try #require(FileHandle(forReadingAtPath: path))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let device = try #require(attributes[.systemNumber] as? Int)
        let inode = try #require(attributes[.systemFileNumber] as? Int)
        func isJournal(_ stream: String?) -> Bool {
            ServiceManager.isJournal(
                file.fileDescriptor, environment: stream.map { ["JOURNAL_STREAM": $0] } ?? [:])
        }
        #expect(isJournal("\(device):\(inode)"))
        #expect(!isJournal("\(device):\(inode + 1)") && !isJournal("") && !isJournal(nil))
    }
}
