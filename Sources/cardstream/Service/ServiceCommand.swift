internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedServer
internal import Glibc

/// `cardstream service`: lets systemd start the profile's server when it is needed.
struct ServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Let systemd start your server when it is needed.",
        discussion: """
            Installs two systemd units for your user (`systemctl --user`): a socket that always listens, and \
            `cardstream serve`, which starts with the first connection and stops after an hour without connections. \
            Viewers use this server; programs and other machines reach your feed at a fixed address. If a viewer \
            already runs the server, the service forwards connections to that viewer. Commands such as `cardstream \
            publish` work with and without the service.

            Each profile has its own units, `cardstream.socket` or `cardstream-PROFILE.socket`. Your service manager \
            runs while you are logged in; `loginctl enable-linger` keeps it running.

            EXAMPLES
              cardstream service install
              cardstream service status
              journalctl --user -u cardstream
              cardstream service uninstall
            """,
        subcommands: [ServiceInstall.self, ServiceStatus.self, ServiceUninstall.self, ServiceUnit.self])
}

/// `cardstream service install`: installs the units, and starts the socket.
struct ServiceInstall: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Install the units and start to listen.",
        discussion: """
            Writes both units to $XDG_CONFIG_HOME/systemd/user and enables the socket. To change the address, install \
            again with a different --listen. The service reads your configuration file, and keeps these variables of \
            your shell: CARDSTREAM_CONFIG, CARDSTREAM_SERVE_… and the XDG directories. The command does not replace a \
            unit file that it did not write.

            EXAMPLES
              cardstream service install
              cardstream service install --listen 127.0.0.1:8800 --profile work
              cardstream service install --print
            """)

    @OptionGroup var options: ProfileOptions

    @Option(help: ArgumentHelp("Where to listen.", valueName: "address:port"))
    var listen: String?

    @Flag(name: [.customLong("print"), .customLong("dry-run")], help: "Print the units without installing them.")
    var isDryRun = false

    func run() throws {
        let setup = try options.load(["serve.listen": listen], reading: [.server])
        let address: ListenAddress
        do { address = try ListenAddress(setup.config.listen) } catch {
            throw CommandFailure(.usage, error.description)
        }
        guard address.port != 0 else {
            throw CommandFailure(.usage, "the socket needs a fixed port: --listen 127.0.0.1:8787")
        }
        let installer = try ServiceInstaller(setup, isFileOfFlag: options.file != nil, listen: address)
        if isDryRun { return Console.data(installer.printed) }
        try installer.install()
    }
}

/// `cardstream service uninstall`: stops the server, and removes its units.
struct ServiceUninstall: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Stop the server and remove its units; all data stays.",
        discussion: """
            EXAMPLES
              cardstream service uninstall
            """)

    @OptionGroup var options: ProfileOptions

    func run() throws { try InstalledService(try options.load()).uninstall() }
}

/// `cardstream service status`: shows whether the service is installed, listens and runs.
struct ServiceStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show whether the service is installed, listens and runs.",
        discussion: """
            Exit code 0: the socket listens. 1: the socket is installed but does not listen. 3: the service is not \
            installed.

            EXAMPLES
              cardstream service status
            """)

    @OptionGroup var options: ProfileOptions

    func run() throws { try InstalledService(try options.load()).report() }
}

/// `cardstream service unit`, for packages: prints the socket or the service that every user can enable.
struct ServiceUnit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unit", abstract: "Print a unit for a package, for `make install`.", shouldDisplay: false)

    enum Kind: String, ExpressibleByArgument, CaseIterable { case socket, service }

    @Argument(help: "The unit: socket or service.") var kind: Kind

    @Argument(
        help: ArgumentHelp("The path where the program will be installed.", valueName: "path"), completion: .file())
    var program: String

    func run() throws {
        guard program.hasPrefix("/"), UnitText.isAllowed(program) else {
            throw CommandFailure(.usage, "\(program.shownAsFile) must be a full path without control characters")
        }
        let units = ServiceUnits(package: program)
        Console.data(kind == .socket ? units.socket : units.service)
    }
}
