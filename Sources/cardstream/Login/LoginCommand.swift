internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards
internal import FeedAPI
internal import FeedSync
internal import Glibc

/// `cardstream login`: connects the profile to a server.
struct LoginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Connect the profile to a server.",
        discussion: """
            Asks for an invitation: the line that `cardstream invite NAME` prints on the server. Tries the invitation, \
            then writes the configuration; after that `cardstream` shows your cards. If anything fails, nothing is \
            written. Comments and other settings stay. `cardstream logout` undoes the login.

            What you paste does not appear on the screen. You can also give an invitation on the command line, in \
            quotes: its code works only once, so the copy in the shell's history is useless afterwards, and cardstream \
            hides the code from the list of processes. With --token-command or --token-file the token comes from your \
            login service, and --viewer-key-file names the file with the viewer key.

            If --profile differs from the setting `profile`, the login is written to the profile's own file, \
            profiles/NAME.toml. When the token expires, log in again with a new invitation: your cards stay. A profile \
            shows either the cards of its server or those of its own feed. After a login the feed stays on this \
            machine, and `cardstream logout` shows its cards again. To have both, connect another profile with \
            --profile NAME.

            EXAMPLES
              cardstream login
              cardstream login https://cards.example
              cardstream login https://cards.example --code - < invitation.txt
              cardstream login https://cards.example --profile work \\
                  --token-command "pass show cards" --viewer-key-file viewer.key
            """)

    @Argument(help: ArgumentHelp("The server's address, or an invitation.", valueName: "url"))
    var url: String?

    @Option(
        help: ArgumentHelp("Read the invitation or its code from this file; - is standard input.", valueName: "file"),
        completion: .file())
    var code: String?

    @Option(
        help: ArgumentHelp(
            "Read the token from this file, and save this setting in the configuration.", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Get the token from this shell command, and save this setting in the configuration.", valueName: "command"))
    var tokenCommand: String?

    @Option(help: ArgumentHelp("Read the viewer key from this file.", valueName: "file"), completion: .file())
    var viewerKeyFile: String?

    @Option(help: ArgumentHelp("The id of the server's environment; an invitation contains it.", valueName: "id"))
    var environment: String?

    @Flag(help: "Send only your actions, no analytics about what you see.")
    var noAnalytics = false

    @Flag(help: "Replace the server that the profile is connected to, without asking.")
    var replace = false

    @Option(
        help: ArgumentHelp("The profile to connect.", valueName: "name"), completion: CompletionValues.profiles)
    var profile: String?

    @Option(
        help: ArgumentHelp("Read and write this configuration file instead of the usual one.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Trust the certificates in this file, and save this setting in the configuration.", valueName: "file"),
        completion: .file())
    var caFile: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard [code, tokenFile, tokenCommand].count(where: { $0 != nil }) <= 1 else {
            throw ValidationError(
                "--code, --token-file and --token-command are three ways to log in; use only one of them.")
        }
    }

    private var usesToken: Bool { tokenFile != nil || tokenCommand != nil }

    func run() throws {
        if let url, let mark = url.firstIndex(of: "#") { ProcessArguments.mask(String(url[url.index(after: mark)...])) }
        let setup = try loaded()
        var changes = try LoginChanges(setup)
        let given = try InvitationInput(
            url: url, codeFile: code, configured: presentServer(setup), needsCode: !usesToken)
        let server = given.server
        try requireReplacement(of: setup, by: server)
        let leavesOwnFeed = setup.config.server == nil && ProfileServer(setup).hasFeed
        let probe = LoginProbe(server: server, setup)
        let skew = try runBlocking { try await probe.health() }
        // Ask before the code is used up, so that the code is not lost if the user interrupts the question.
        let declines = try declinesAnalytics(setup)
        let unsent = presentServer(setup) == server ? try UnsentOwner(setup) : nil
        let credentials = try usesToken ? ownCredentials(setup) : invited(given, probe, unsent, setup)
        // Check again, because only the credentials show the environment.
        if let unsent, !unsent.isUser(credentials.user, of: server, credentials.environment) {
            throw unsent.refusal(credentials.isInvited ? " (the code is used up)" : "")
        }
        let metrics = try counts(credentials, probe)

        changes.set("server", to: .text(server))
        changes.set("environment", to: .text(credentials.environment))
        if let caFile { changes.set("ca_file", to: .text(try FilePath.absolute(caFile))) }
        try credentials.add(to: &changes, setup)
        if declines { changes.set("analytics", to: .flag(false)) }
        try changes.write()
        let report = LoginReport(
            server: server, credentials: credentials, metrics: metrics, changes: changes, setup: setup,
            sendsAnalytics: setup.config.sendsAnalytics && !declines, skew: skew, leavesOwnFeed: leavesOwnFeed)
        if json { Console.json(report.json) } else { report.lines.forEach(Console.print) }
        report.warnings.forEach(Console.error)
    }

    private func loaded() throws -> Setup {
        var flags: [String: String] = [:]
        flags["profile"] = profile
        flags["environment"] = environment
        flags["ca_file"] = caFile
        flags["viewer_key_file"] = viewerKeyFile
        // The configuration file does not have to exist yet.
        if let config, !PrivateFile.exists(config) { return try written(config, flags) }
        return try ConfigOptions.load(file: config, flags: flags, reading: [.connection])
    }

    private func written(_ file: String, _ flags: [String: String]) throws -> Setup {
        var setup = try ConfigOptions.load(file: "/dev/null", flags: flags, reading: [.connection])
        setup.configurationFile = try FilePath.absolute(file)
        return setup
    }

    // MARK: Another server

    private func requireReplacement(of setup: Setup, by server: String) throws {
        guard let old = presentServer(setup), old != server else { return }
        let waiting = try CardSession.storeCounts(at: setup.paths.database(profile: setup.config.profile))?.waiting ?? 0
        let name = "the profile \"\(setup.config.profile)\""
        guard waiting == 0 else {
            throw CommandFailure(
                .failure,
                "\(waiting) \(waiting == 1 ? "action waits" : "actions wait") to be sent to \(old.maskingPasswords). "
                    + "`cardstream logout` sends them first; --profile NAME connects another profile")
        }
        if replace { return }
        guard Prompt.isPossible else {
            throw CommandFailure(
                .usage,
                "\(name) is connected to \(old.maskingPasswords): --replace replaces that server, --profile "
                    + "NAME connects another profile")
        }
        Console.error("\(name) is connected to \(old.maskingPasswords)")
        guard try Prompt.confirm("Replace this server with \(server)?", byDefault: false) else {
            throw CommandFailure(.failure, "nothing was changed")
        }
    }

    /// The server in the profile's own file. A server that is set elsewhere, such as for another profile, does not
    /// count.
    private func presentServer(_ setup: Setup) -> String? {
        guard case .file(setup.profileFile, _, _)? = setup.origins["server"] else { return nil }
        return setup.config.server
    }

    // MARK: Credentials

    /// - Parameter unsent: The owner of unsent actions, the only user whose invitation may be used up; nil for any
    ///   user.
    private func invited(
        _ given: InvitationInput, _ probe: LoginProbe, _ unsent: UnsentOwner?, _ setup: Setup
    ) throws -> LoginCredentials {
        let code = try given.requireCode()
        let user = unsent?.user(setup)
        do {
            let grant = try runBlocking { try await probe.exchange(code, for: user) }
            return LoginCredentials(grant)
        } catch let error as FeedError {
            // In an exchange, "forbidden" can only mean that the invitation is for another user.
            if let unsent, case .server(let problem, _) = error, problem.type == .forbidden {
                throw unsent.refusal(" (the code was not used up)")
            }
            throw probe.exchangeFailure(error)
        }
    }

    private func ownCredentials(_ setup: Setup) throws -> LoginCredentials {
        guard let keyFile = setup.config.viewerKeyFile else {
            throw CommandFailure(
                .usage, "--viewer-key-file is missing: --token-file and --token-command also need a viewer key")
        }
        guard let key = try setup.secret(nil, file: keyFile), !key.isEmpty else {
            throw CommandFailure(.authentication, "\(keyFile.shownAsFile) is empty: expected the viewer key")
        }
        let source = try tokenCommand.map { .command($0) } ?? TokenSource.file(path: FilePath.absolute(tokenFile ?? ""))
        let token = try runBlocking { try await source.read() }
        let name = tokenCommand == nil ? "token_file" : "token_command"
        return LoginCredentials(
            environment: setup.config.environment, key: key, token: token,
            kind: .own(
                tokenSetting: name, tokenValue: try tokenCommand ?? FilePath.absolute(tokenFile ?? ""),
                keyFile: try FilePath.absolute(keyFile)))
    }

    private func counts(_ credentials: LoginCredentials, _ probe: LoginProbe) throws -> UserMetrics {
        do {
            return try runBlocking {
                try await probe.metrics(
                    environment: credentials.environment, key: credentials.key, token: credentials.token)
            }
        } catch var failure as CommandFailure {
            if credentials.isInvited {
                failure.message += " (the code is used up, and nothing was written: ask for a new invitation)"
            }
            throw failure
        }
    }

    // MARK: Analytics

    /// Whether the user declines analytics. There is no such question for the profile's own server, because its
    /// analytics stay on this machine.
    private func declinesAnalytics(_ setup: Setup) throws -> Bool {
        if noAnalytics { return true }
        guard setup.origins["analytics"] == nil, Prompt.isPossible, !json else { return false }
        return try !Prompt.confirm(
            "May the publisher see what you read and do, in addition to your answers?", byDefault: true)
    }
}
