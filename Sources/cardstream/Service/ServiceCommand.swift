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
            Two units of your own service manager: a socket that always listens, and `cardstream serve`, which starts with the \
            first connection and ends after an hour without one. Viewers start it and use it; programs and other machines \
            reach your feed at a fixed address. A viewer that already runs the server keeps it, and the service forwards \
            connections to it. Commands such as `cardstream publish` work with and without it.

            Each profile has its own units, `cardstream.socket` or `cardstream-PROFILE.socket`. Your service manager runs \
            while you are logged in; `loginctl enable-linger` keeps it running.

            EXAMPLES
              cardstream service install
              cardstream service status
              journalctl --user -u cardstream
              cardstream service uninstall
            """,
        subcommands: [ServiceInstall.self, ServiceStatus.self, ServiceUninstall.self, ServiceUnit.self])
}

/// The two settings that select a profile and its units.
struct ServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Read this configuration file instead of the usual one.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @Option(
        help: ArgumentHelp("The profile whose server it is.", valueName: "name"), completion: CompletionValues.profiles)
    var profile: String?

    func setup(_ more: [String: String?] = [:]) throws(ConfigError) -> Setup {
        var flags = more.compactMapValues(\.self)
        flags["profile"] = profile
        return try ConfigOptions.load(file: config, flags: flags)
    }
}

/// `cardstream service install`
struct ServiceInstall: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Install the units, and listen from now on.",
        discussion: """
            Writes both units to $XDG_CONFIG_HOME/systemd/user and enables the socket. To change the address, install again \
            with another --listen. The service reads your configuration file; of the variables of this shell it keeps \
            CARDSTREAM_CONFIG, CARDSTREAM_SERVE_… and those of the XDG directories. A file of the same name that \
            this command has not written is not replaced.

            EXAMPLES
              cardstream service install
              cardstream service install --listen 127.0.0.1:8800 --profile work
              cardstream service install --print
            """)

    @OptionGroup var options: ServiceOptions

    @Option(help: ArgumentHelp("Where to listen.", valueName: "address:port"))
    var listen: String?

    @Flag(name: [.customLong("print"), .customLong("dry-run")], help: "Print the units, and change nothing.")
    var isDryRun = false

    func run() throws {
        let setup = try options.setup(["serve.listen": listen])
        let address: ListenAddress
        do { address = try ListenAddress(setup.config.listen) } catch {
            throw CommandFailure(.usage, error.description)
        }
        guard address.port != 0 else {
            throw CommandFailure(.usage, "the socket needs a fixed port: --listen 127.0.0.1:8787")
        }
        let installer = try ServiceInstaller(setup, isFileOfFlag: options.config != nil, listen: address)
        if isDryRun { return Console.data(installer.printed) }
        try installer.install()
    }
}

/// `cardstream service uninstall`
struct ServiceUninstall: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Stop the server and remove its units; all data stays.",
        discussion: """
            EXAMPLES
              cardstream service uninstall
            """)

    @OptionGroup var options: ServiceOptions

    func run() throws { try InstalledService(try options.setup()).uninstall() }
}

/// `cardstream service status`
struct ServiceStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Say what is installed, listens and runs.",
        discussion: """
            Exit code 0: the socket listens. 1: it is installed and does not listen. 3: it is not installed.

            EXAMPLES
              cardstream service status
            """)

    @OptionGroup var options: ServiceOptions

    func run() throws { try InstalledService(try options.setup()).report() }
}

/// `cardstream service unit`, for packages: prints the socket or the service that every user can enable.
struct ServiceUnit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unit", abstract: "Print a unit for a package, as `make install` wants it.", shouldDisplay: false)

    /// A kind of unit.
    enum Kind: String, ExpressibleByArgument, CaseIterable { case socket, service }

    @Argument(help: "socket or service.") var kind: Kind

    @Argument(help: ArgumentHelp("Where the program will be.", valueName: "path"), completion: .file()) var program:
        String

    func run() throws {
        guard program.hasPrefix("/"), UnitText.isAllowed(program) else {
            throw CommandFailure(.usage, "\(program.shownAsFile) must be a whole path without control characters")
        }
        let units = ServiceUnits(package: program)
        Console.data(kind == .socket ? units.socket : units.service)
    }
}
