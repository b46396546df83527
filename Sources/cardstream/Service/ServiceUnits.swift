internal import AppRuntime
internal import FeedServer

/// The two units that start the server of a profile with the first connection: a socket and its service.
struct ServiceUnits: Hashable {
    /// Without the ending: `cardstream`, or `cardstream-PROFILE`.
    let name: String
    let socketPath: String
    let servicePath: String
    let socket: String
    let service: String

    var socketName: String { "\(name).socket" }
    var serviceName: String { "\(name).service" }

    /// What a unit runs, and where it may write.
    struct Program: Hashable {
        var path: String
        var arguments: [String]
        var variables: [String: String]
        var writablePaths: [String]
    }

    /// The units of one user, for one profile.
    ///
    /// - Parameter hasNamespaces: Whether a user may have a view of the file system of their own, as most kernels
    ///   allow.
    init(_ setup: Setup, listen address: ListenAddress, program: Program, hasNamespaces: Bool) {
        self.init(
            profile: setup.config.profile, folder: setup.paths.systemdUnits, head: Self.mark, address, program,
            protection: hasNamespaces
                ? Self.namespaces + [
                    "ReadWritePaths=" + program.writablePaths.map(UnitText.word).joined(separator: " ")
                ]
                : ["# This kernel has no unprivileged user namespaces; ProtectSystem= and other settings need them."])
    }

    /// The units of a package, for the profile `default` of every user who enables them. They name no folder of a user and
    /// use no namespaces, since neither is known yet.
    ///
    /// - Parameter path: Where the package installs the program.
    init(package path: String) {
        self.init(
            profile: "default", folder: "", head: Self.packageMark, ListenAddress(host: "127.0.0.1", port: 8787),
            Program(path: path, arguments: ["serve", "--idle", "1h"], variables: [:], writablePaths: []),
            protection: [])
    }

    private init(
        profile: String, folder: String, head: String, _ address: ListenAddress, _ program: Program,
        protection: [String]
    ) {
        name = Self.name(profile: profile)
        socketPath = "\(folder)/\(name).socket"
        servicePath = "\(folder)/\(name).service"
        socket = """
            \(head)
            [Unit]
            Description=cardstream socket of profile \(profile)
            Documentation=man:cardstream-service(1)

            [Socket]
            ListenStream=\(address)
            FileDescriptorName=\(ActivationSocket.name)

            [Install]
            WantedBy=sockets.target

            """
        var lines = [
            head, "[Unit]", "Description=cardstream server of profile \(profile)",
            "Documentation=man:cardstream-serve(1)", "Requires=\(name).socket", "", "[Service]", "Type=notify",
            "ExecStart="
                + ([UnitText.word(program.path)] + program.arguments.map(UnitText.argument)).joined(separator: " "),
        ]
        lines += program.variables.sorted { $0.key < $1.key }.map { "Environment=" + UnitText.word("\($0)=\($1)") }
        lines +=
            ["TimeoutStopSec=10", "UMask=0077", "", "# Turn off what the server does not need."] + Self.restrictions
        lines += protection
        service = lines.joined(separator: "\n") + "\n"
    }

    /// Options that need no privileges, also in a user's own manager.
    private static let restrictions = [
        "NoNewPrivileges=yes", "LockPersonality=yes", "RestrictRealtime=yes", "RestrictSUIDSGID=yes",
        "RestrictNamespaces=yes", "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK",
        "SystemCallArchitectures=native", "SystemCallFilter=@system-service", "SystemCallErrorNumber=EPERM",
    ]

    /// Options that need a mount namespace. A user's own manager can make one only together with a user namespace.
    private static let namespaces = [
        "PrivateUsers=yes", "PrivateTmp=yes", "ProtectSystem=strict", "ProtectHome=read-only",
        "ProtectControlGroups=yes",
    ]

    // MARK: Installed files

    /// The first line of our files. Others are not changed.
    static let mark = "# Written by `cardstream service install`; removed by `cardstream service uninstall`."

    /// The first line of the files of a package.
    private static let packageMark =
        "# Each user can enable this unit: `systemctl --user enable --now cardstream.socket`. `cardstream service install` writes a user's own unit, which replaces this unit."

    static func name(profile: String) -> String { profile == "default" ? "cardstream" : "cardstream-\(profile)" }

    static func socketFile(_ setup: Setup) -> String {
        "\(setup.paths.systemdUnits)/\(name(profile: setup.config.profile)).socket"
    }

    /// The content of a file; nil if there is none.
    static func content(of path: String) throws(FileProblem) -> String? {
        guard PrivateFile.exists(path) else { return nil }
        return String(decoding: try PrivateFile.read(path, limit: 1 << 16), as: UTF8.self)
    }

    static func isOurs(_ content: String) -> Bool { content.hasPrefix(mark) }

    /// The link to a package's socket that `systemctl --user enable` makes.
    static func packageLink(_ setup: Setup) -> String {
        "\(setup.paths.systemdUnits)/sockets.target.wants/\(name(profile: setup.config.profile)).socket"
    }

    /// Whether the user has enabled the socket of a package, and no unit of their own takes its place.
    static func usesPackage(_ setup: Setup) throws(FileProblem) -> Bool {
        guard try content(of: socketFile(setup)) == nil else { return false }
        return try content(of: packageLink(setup))?.hasPrefix(packageMark) ?? false
    }

    /// Where the installed socket of a profile listens, the user's own or a package's; nil if there is none, or it cannot be
    /// read.
    static func address(_ setup: Setup) -> ListenAddress? {
        // A unit that cannot be read is not used, as if there were none.
        address(ofSocket: socketFile(setup))
            ?? ((try? usesPackage(setup)) == true ? address(ofSocket: packageLink(setup)) : nil)
    }

    /// Where a socket of ours listens; nil if there is none, or it cannot be read.
    static func address(ofSocket path: String) -> ListenAddress? {
        guard let content = try? content(of: path), isOurs(content) || content.hasPrefix(packageMark) else {
            return nil
        }
        let key = "ListenStream="
        let line = content.split(separator: "\n").first { $0.hasPrefix(key) }
        return line.flatMap { try? ListenAddress(String($0.dropFirst(key.count))) }
    }
}
