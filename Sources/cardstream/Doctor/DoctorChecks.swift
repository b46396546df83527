internal import AppCore
internal import AppRuntime
internal import Canvas
internal import CardSession
internal import Cards
internal import CursesTerminal
internal import Glibc
internal import Theming

/// The result of a check.
struct Check: Equatable {
    enum State: String, CaseIterable { case ok, warn, fail }

    var name: String
    var state: State
    var detail: String

    init(_ name: String, _ state: State, _ detail: String) {
        self.name = name
        self.state = state
        self.detail = detail
    }
}

/// Runs the checks in the order of their display.
struct DoctorChecks {
    let options: ConfigOptions
    let viewer: ViewerOptions

    func run() -> [Check] {
        let variables = ConfigOptions.processEnvironment
        var checks = [Check("cardstream", .ok, Cardstream.version)]
        checks += Self.terminal(variables)
        let (setup, mistakes) = ConfigOptions.read(file: options.file, flags: options.given(viewer.flags))
        checks += Self.configuration(setup, mistakes)
        // Checks that depend on an invalid setting are skipped, because they would use its default.
        let areas = Set(mistakes.map(\.area))
        if areas.isDisjoint(with: [.file, .cards, .display]) { checks += Self.screens(setup) }
        checks.append(Self.keys(setup))
        if !areas.contains(.file) {
            checks += Self.paths(setup)
            checks.append(Self.store(setup))
        }
        // The theme is checked if its name was read, even if other display settings are invalid.
        if areas.isDisjoint(with: [.file, .display]) || setup.origins["theme"] != nil && !areas.contains(.file) {
            checks.append(Self.theme(setup))
        }
        if areas.isDisjoint(with: [.file, .cards, .display]) { checks += Self.containerThemes(setup) }
        checks.append(Self.background(setup))
        checks += Self.features(setup)
        checks += Self.pictures(setup)
        guard areas.isDisjoint(with: [.file, .connection]) else {
            checks.append(Check("server", .warn, "not checked: correct the configuration first"))
            return checks
        }
        let feed = Self.feed(setup)
        checks += feed
        // A server cannot run with a feed that cannot be opened.
        if setup.config.server != nil || !feed.contains(where: { $0.state == .fail }) {
            let server = Self.server(setup)
            checks += server
            if !areas.contains(.cards), !server.contains(where: { $0.state == .fail }) {
                checks += Self.hiddenStreams(setup)
            }
        }
        checks += Self.sources(setup)
        return checks
    }

    /// One check if the configuration is valid, otherwise one for each mistake.
    static func configuration(_ setup: Setup, _ mistakes: [ConfigError]) -> [Check] {
        guard mistakes.isEmpty else { return mistakes.map { Check("configuration", .fail, $0.description) } }
        let isThere = PrivateFile.exists(setup.configurationFile)
        let none = isThere ? "" : " (none, all settings are defaults)"
        return [Check("configuration", .ok, setup.configurationFile.shownAsFile + none)]
    }

    // MARK: Terminal

    static func terminal(_ variables: [String: String]) -> [Check] {
        var checks: [Check] = []
        let type = variables["TERM"] ?? ""
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        switch type {
        case "":
            checks.append(Check("TERM", .fail, "not set; set TERM to your terminal's type, such as xterm-256color"))
        case "dumb": checks.append(Check("TERM", .ok, "dumb: the viewer works line by line, as with --linear"))
        case let type where !CursesTerminal.hasDescription(of: type):
            let advice =
                "is not described on this machine: the viewer asks the terminal for its features, and if the terminal "
                + "responds like a VT100, treats it as xterm-256color"
            checks.append(Check("TERM", .warn, "\(type) \(advice)"))
        default: checks.append(Check("TERM", .ok, type))
        }
        if descriptor < 0 {
            checks.append(
                Check("terminal", .warn, "none: the viewer needs a terminal; other commands and `view --script` work"))
        } else {
            var size = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 {
                let fits = size.ws_col >= 20 && size.ws_row >= 6
                checks.append(
                    Check(
                        "terminal", fits ? .ok : .warn,
                        "\(size.ws_col)x\(size.ws_row)"
                            + (fits ? "" : "; the viewer needs at least 20 columns and 6 rows")))
            }
        }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
        let isUnicode = locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
        checks.append(
            isUnicode
                ? Check("locale", .ok, locale)
                : Check("locale", .warn, "\(locale.isEmpty ? "not set" : locale); the viewer uses UTF-8 anyway"))
        if variables["TMUX"] != nil { checks.append(Check("tmux", .ok, "inside tmux")) }
        if variables["SSH_CONNECTION"] != nil { checks.append(Check("ssh", .ok, "over ssh")) }
        if case .none(let variable) = ColorPreference(variables) {
            checks.append(Check("colours", .ok, "none, because \(variable) is set"))
        }
        return checks
    }

    // MARK: Settings

    /// Checks the key bindings: an error in them prevents the viewer from opening, and without a key that quits, only
    /// the palette ends it.
    static func keys(_ setup: Setup) -> Check {
        let path = setup.paths.keysFile
        do {
            let keymap = try KeymapFile(path: path).load()
            let keys = [KeyLayer.stream, .global].flatMap { keymap.keys(for: .quit, in: $0) }
            guard keys.contains(where: { keymap.resolve($0, in: .stream) == .command(.quit) }) else {
                return Check(
                    "keys", .warn,
                    "\(path.shownAsFile): no key quits the viewer; write \"q\" = \"quit\" in [stream], or use another key"
                )
            }
            return Check("keys", .ok, PrivateFile.exists(path) ? path : "the default keys")
        } catch {
            return Check("keys", .fail, error.description)
        }
    }

    /// Checks the screens: errors prevent the viewer from opening; warnings are ineffective settings.
    static func screens(_ setup: Setup) -> [Check] {
        var checks: [Check] = []
        do { try setup.requireScreen() } catch { checks.append(Check("screen", .fail, error.message)) }
        if let notes = setup.config.screens?.notes, !notes.isEmpty {
            checks.append(Check("containers", .warn, notes.map(\.description).joined(separator: "; ")))
        }
        return checks
    }

    /// Checks whether open cards are in streams that no screen shows; no check if there are none, or if the numbers are
    /// not known.
    static func hiddenStreams(_ setup: Setup) -> [Check] {
        // A store that cannot be read has its own check.
        guard let numbers = try? StatusNumbers(setup, of: nil, within: .seconds(5)),
            let words = HiddenStreams(numbers.counts.metrics, except: setup.shownStreams).text
        else { return [] }
        return [
            Check(
                "streams", .warn,
                "\(words); to see them, add a container with this stream to \(setup.profileFile.shownAsFile)")
        ]
    }

    /// Checks which background, dark or light, themes are used for, and why.
    static func background(_ setup: Setup) -> Check {
        let wanted = setup.config.appearance
        guard wanted == .auto else {
            return Check("background", .ok, "\(wanted.rawValue), from the setting appearance")
        }
        if let seen = BackgroundDetection.ask(type: setup.variables["TERM"] ?? "") {
            return Check("background", .ok, "\(seen == .dark ? "dark" : "light"), reported by the terminal")
        }
        let guess = ThemeChoice(setup, colors: .none).appearance.rawValue
        let reason =
            setup.variables["COLORFGBG"] == nil ? "the last known background, or the default" : "from COLORFGBG"
        return Check(
            "background", .ok,
            "\(guess), \(reason): the terminal did not respond; to choose the background, set appearance to dark or "
                + "light")
    }

    /// Checks the themes of containers; no checks if all can be used.
    static func containerThemes(_ setup: Setup) -> [Check] {
        let choice = ThemeChoice(setup, colors: .palette)
        return setup.screens.containers.compactMap { container in
            guard let name = container.options.theme else { return nil }
            do throws(CommandFailure) {
                let problems = try choice.load(name, namedAt: setup.screens.themeOrigins[container.id]).problems
                return problems.isEmpty ? nil : Check("theme", .warn, problems.joined(separator: "; "))
            } catch { return Check("theme", .fail, error.message) }
        }
    }

    static func theme(_ setup: Setup) -> Check {
        do {
            let (_, problems) = try ThemeChoice(setup, colors: .palette).requiredController()
            let name = setup.config.theme.isEmpty ? ThemeLoader.standard : setup.config.theme
            return problems.isEmpty
                ? Check("theme", .ok, name) : Check("theme", .warn, problems.joined(separator: "; "))
        } catch {
            return Check("theme", .fail, CommandFailure(error).message)
        }
    }
}
