internal import AppRuntime
internal import FeedServer

/// The two units that start the server of a profile with the first connection: a socket and its service.
struct ServiceUnits: Hashable {
    /// The name of the units without the extension: `cardstream`, or `cardstream-PROFILE`.
    let name: String
    let socketPath: String
    let servicePath: String
    let socket: String
    let service: String

    var socketName: String { "\(name).socket" }
    var serviceName: String { "\(name).service" }

    /// The program that the service runs, and the paths to which it may write.
    struct Program: Hashable {
        var path: String
        var arguments: [String]
        var variables: [String: String]
        var writablePaths: [String]
    }

    /// The units of one user, for one profile.
    ///
    /// - Parameter hasNamespaces: Whether users may create namespaces, which give a service its own view of the file
    ///   system. Most kernels allow this.
    init(_ setup: Setup, listen address: ListenAddress, program: Program, hasNamespaces: Bool) {
        self.init(
            profile: setup.config.profile, folder: setup.paths.systemdUnits, head: Self.mark, address, program,
            protection: hasNamespaces
                ? Self.namespaces + [
                    "ReadWritePaths=" + program.writablePaths.map(UnitText.word).joined(separator: " ")
                ]
                : ["# This kernel has no unprivileged user namespaces; ProtectSystem= and other settings need them."])
    }

    /// The units of a package, for the profile `default` of every user who enables them. They name no folder of a user
    /// and use no namespaces, because the user and the kernel are not known when the package is built.
    ///
    /// - Parameter path: The path at which the package installs the program.
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

    /// Options that need no privileges, even in a user's service manager.
    private static let restrictions = [
        "NoNewPrivileges=yes", "LockPersonality=yes", "RestrictRealtime=yes", "RestrictSUIDSGID=yes",
        "RestrictNamespaces=yes", "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK",
        "SystemCallArchitectures=native", "SystemCallFilter=@system-service", "SystemCallErrorNumber=EPERM",
    ]

    /// Options that need a mount namespace. A user's service manager can create one only together with a user
    /// namespace.
    private static let namespaces = [
        "PrivateUsers=yes", "PrivateTmp=yes", "ProtectSystem=strict", "ProtectHome=read-only",
        "ProtectControlGroups=yes",
    ]

    // MARK: Installed files

    /// The first line of unit files that this program writes. Other files are not changed.
    static let mark = "# Written by `cardstream service install`; removed by `cardstream service uninstall`."

    /// The first line of the files of a package.
    private static let packageMark =
        "# Each user can enable this unit: `systemctl --user enable --now cardstream.socket`. `cardstream service install` writes a user's own unit, which replaces this unit."

    static func name(profile: String) -> String { profile == "default" ? "cardstream" : "cardstream-\(profile)" }

    static func socketFile(_ setup: Setup) -> String {
        "\(setup.paths.systemdUnits)/\(name(profile: setup.config.profile)).socket"
    }

    /// The content of a file; nil if the file does not exist.
    static func content(of path: String) throws(FileProblem) -> String? {
        guard PrivateFile.exists(path) else { return nil }
        return String(decoding: try PrivateFile.read(path, limit: 1 << 16), as: UTF8.self)
    }

    static func isOurs(_ content: String) -> Bool { content.hasPrefix(mark) }

    /// The path of the link to a package's socket that `systemctl --user enable` creates.
    static func packageLink(_ setup: Setup) -> String {
        "\(setup.paths.systemdUnits)/sockets.target.wants/\(name(profile: setup.config.profile)).socket"
    }

    /// Whether the user has enabled the socket of a package, and has no unit that replaces it.
    static func usesPackage(_ setup: Setup) throws(FileProblem) -> Bool {
        guard try content(of: socketFile(setup)) == nil else { return false }
        return try content(of: packageLink(setup))?.hasPrefix(packageMark) ?? false
    }

    /// The address of a profile's installed socket, which is the user's own or a package's. Nil if there is none, or if
    /// the unit cannot be read.
    static func address(_ setup: Setup) -> ListenAddress? {
        // A unit that cannot be read counts as missing.
        address(ofSocket: socketFile(setup))
            ?? ((try? usesPackage(setup)) == true ? address(ofSocket: packageLink(setup)) : nil)
    }

    /// The address in a socket unit that this program or a package has written. Nil if there is none, or if the unit
    /// cannot be read.
    static func address(ofSocket path: String) -> ListenAddress? {
        guard let content = try? content(of: path), isOurs(content) || content.hasPrefix(packageMark) else {
            return nil
        }
        let key = "ListenStream="
        let line = content.split(separator: "\n").first { $0.hasPrefix(key) }
        return line.flatMap { try? ListenAddress(String($0.dropFirst(key.count))) }
    }
}
