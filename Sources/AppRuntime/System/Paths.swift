/// Where the program keeps its files, by the XDG base directory specification.
package struct Paths: Sendable, Equatable {
    /// Holds `config.toml`, `keys.toml` and `themes/`.
    package var configuration: String
    /// Holds one folder per profile: cards and outbox.
    package var data: String
    /// Holds the log and what running programs send each other.
    package var state: String
    /// Holds what can be fetched again: the pictures of cards.
    package var cache: String

    package init(configuration: String, data: String, state: String, cache: String) {
        self.configuration = configuration
        self.data = data
        self.state = state
        self.cache = cache
    }

    /// By environment variables. A relative XDG path is ignored, as the specification asks.
    package init(environment: [String: String]) {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "/"
        func directory(_ variable: String, or fallback: String) -> String {
            guard let path = environment[variable], path.hasPrefix("/") else { return "\(home)/\(fallback)/cardstream" }
            return "\(path)/cardstream"
        }
        configuration = directory("XDG_CONFIG_HOME", or: ".config")
        data = directory("XDG_DATA_HOME", or: ".local/share")
        state = directory("XDG_STATE_HOME", or: ".local/state")
        cache = directory("XDG_CACHE_HOME", or: ".cache")
    }

    /// The user's own units of systemd, in a folder beside ours.
    package var systemdUnits: String {
        "\(configuration.lastIndex(of: "/").map { configuration[..<$0] } ?? ".")/systemd/user"
    }
    package var configurationFile: String { "\(configuration)/config.toml" }
    /// The settings of one profile, which beat those of ``configurationFile``.
    package func configurationFile(profile: String) -> String { "\(configuration)/profiles/\(profile).toml" }
    package var keysFile: String { "\(configuration)/keys.toml" }
    package var themes: String { "\(configuration)/themes" }
    package var images: String { "\(cache)/images" }
    /// Whether the terminal was dark or light.
    package var appearanceFile: String { "\(state)/appearance" }
    /// What the user chose for the containers of a profile: layout, order and groups.
    package func choicesFile(profile: String) -> String { "\(state)/\(profile)/containers.json" }
    /// What the sources of a profile keep, each in a folder of its name: sessions with their tokens, ids.
    package func sources(profile: String) -> String { "\(state)/\(profile)/sources" }
    package var logFile: String { "\(state)/cardstream.log" }

    /// The cards and outbox of one profile.
    package func database(profile: String) -> String { "\(data)/\(profile)/cards.sqlite" }
    /// The token and the viewer key that `cardstream login` got for a profile.
    package func tokenFile(profile: String) -> String { "\(data)/\(profile)/token" }
    package func viewerKeyFile(profile: String) -> String { "\(data)/\(profile)/viewer.key" }
    /// What `cardstream login` wrote for a profile, for `cardstream logout`.
    package func loginFile(profile: String) -> String { "\(data)/\(profile)/login.json" }
    /// The data of a profile's own server.
    package func embeddedServer(profile: String) -> String { "\(data)/\(profile)/server" }
    /// Names the address of the profile's running server; `publish` reads it.
    package func endpointFile(profile: String) -> String { "\(state)/\(profile)/server-address" }
}
