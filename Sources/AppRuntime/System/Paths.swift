/// The locations of the program's files, according to the XDG base directory specification.
package struct Paths: Sendable, Equatable {
    /// The directory of `config.toml`, `keys.toml` and `themes/`.
    package var configuration: String
    /// The directory with a subdirectory for each profile: cards and outbox.
    package var data: String
    /// The directory of the log, and of files for communication between running programs.
    package var state: String
    /// The directory of files that can be downloaded again: the pictures of cards.
    package var cache: String

    package init(configuration: String, data: String, state: String, cache: String) {
        self.configuration = configuration
        self.data = data
        self.state = state
        self.cache = cache
    }

    /// Derives the paths from environment variables. Relative XDG paths are ignored, as the specification requires.
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

    /// The directory of the user's systemd units, next to the configuration directory.
    package var systemdUnits: String {
        "\(configuration.lastIndex(of: "/").map { configuration[..<$0] } ?? ".")/systemd/user"
    }
    package var configurationFile: String { "\(configuration)/config.toml" }
    /// The settings of one profile, which override those of ``configurationFile``.
    package func configurationFile(profile: String) -> String { "\(configuration)/profiles/\(profile).toml" }
    package var keysFile: String { "\(configuration)/keys.toml" }
    package var themes: String { "\(configuration)/themes" }
    package var images: String { "\(cache)/images" }
    /// The file with the terminal's last appearance, dark or light.
    package var appearanceFile: String { "\(state)/appearance" }
    /// The file with the user's choices for the containers of a profile: layout, order and groups.
    package func choicesFile(profile: String) -> String { "\(state)/\(profile)/containers.json" }
    /// The directory of the profile's sources, with a subdirectory for each name: sessions with their tokens, and ids.
    package func sources(profile: String) -> String { "\(state)/\(profile)/sources" }
    package var logFile: String { "\(state)/cardstream.log" }

    /// The cards and outbox of one profile.
    package func database(profile: String) -> String { "\(data)/\(profile)/cards.sqlite" }
    /// The file with the token that `cardstream login` received for a profile.
    package func tokenFile(profile: String) -> String { "\(data)/\(profile)/token" }
    package func viewerKeyFile(profile: String) -> String { "\(data)/\(profile)/viewer.key" }
    /// The file that `cardstream login` writes for a profile, and `cardstream logout` reads.
    package func loginFile(profile: String) -> String { "\(data)/\(profile)/login.json" }
    /// The data directory of a profile's own server.
    package func embeddedServer(profile: String) -> String { "\(data)/\(profile)/server" }
    /// The file with the address of the profile's running server, which `publish` reads.
    package func endpointFile(profile: String) -> String { "\(state)/\(profile)/server-address" }
}
