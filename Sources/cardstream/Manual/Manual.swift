internal import AppCore
internal import AppRuntime
internal import ArgumentParser

/// The manual page of the program. Commands, settings and exit codes come from the program's own tables.
enum Manual {
    static var page: String {
        var page = RoffPage()
        page.title("cardstream")
        page.section("NAME")
        page.text("cardstream - actionable cards, live, in the terminal")
        page.section("SYNOPSIS")
        page.line(".B cardstream")
        page.text("[COMMAND] [OPTIONS]")
        page.section("DESCRIPTION")
        page.text(
            """
            A card is a short message that wants something: an approval, an answer, a vote. cardstream shows a stream \
            of cards, by priority, the newest first, and sends back what you do. Without a command the viewer opens, \
            connected to the server in your configuration or to a feed of your own. Press ? in the viewer for all \
            keys.
            """)
        page.section("COMMANDS")
        for command in Cardstream.configuration.subcommands {
            let configuration = command.configuration
            page.item(command._commandName, configuration.abstract)
        }
        page.paragraph("Each command has its own page, cardstream-COMMAND(1), and --help.")
        page.section("SETTINGS")
        page.text(
            """
            Flags override variables; variables override the file $XDG_CONFIG_HOME/cardstream/config.toml. In the \
            file, a name with a dot is a setting in a table: serve.url is url in the table [serve].
            """)
        for key in ConfigKey.all {
            let defaultValue = key.defaultValue.isEmpty ? "" : " Default: \(key.defaultValue)."
            page.item(key.name, "\(key.help) (\(key.kind.expected); \(key.variable))\(defaultValue)")
        }
        page.item("[[network.policy]]", "\(NetworkReader.help) Each rule has host, decision (allow or deny) and pins.")
        for kind in SourceKind.all {
            let settings = kind.settings.map { "\($0.name): \($0.help)" }.joined(separator: " ")
            page.item(
                "[sources.NAME]",
                "A source of cards in addition to the feed. kind = \"\(kind.name)\": \(kind.help) \(settings) stream: the stream of "
                    + "its cards. Default: \(kind.stream).")
        }
        page.section("KEYS")
        page.text(
            """
            $XDG_CONFIG_HOME/cardstream/keys.toml has a table for each place where keys work \
            (\(KeyLayer.allCases.map(\.rawValue).joined(separator: ", "))) with lines of the form "KEYS" = "COMMAND"; \
            an empty command unbinds the keys. The commands:
            """)
        for entry in Command.table {
            page.item(entry.name, "\(entry.help). (\(entry.keys.map(\.0.rawValue).joined(separator: ", ")))")
        }
        page.section("EXIT STATUS")
        for status in ExitStatus.allCases { page.item(String(status.rawValue), status.help + ".") }
        page.section("FILES")
        page.item("$XDG_CONFIG_HOME/cardstream/config.toml", "Settings.")
        page.item("$XDG_CONFIG_HOME/cardstream/keys.toml", "Your own keys.")
        page.item("$XDG_CONFIG_HOME/cardstream/themes/NAME.toml", "Your own themes.")
        page.item("$XDG_DATA_HOME/cardstream/PROFILE/", "Cards and actions, readable only by you.")
        page.item("$XDG_STATE_HOME/cardstream/cardstream.log", "The log; it never holds keys or tokens.")
        page.section("ENVIRONMENT")
        page.item("NO_COLOR", "Not empty: no colours. NO_COLOR overrides the next three variables.")
        page.item(
            "FORCE_COLOR",
            "0 or false: no colours. 1: at most 16; 2: at most 256; 3: all. With any value but 0 and false, "
                + "`cardstream render` also writes colours into files and pipes.")
        page.item(
            "CLICOLOR_FORCE", "Not empty and not 0: `cardstream render` also writes colours into files and pipes.")
        page.item("CLICOLOR", "0: no colours.")
        page.item("CARDSTREAM_CONFIG", "The configuration file to read instead of the usual one.")
        page.item(
            CoreDumps.variable,
            "1: allow a core dump after a crash. Otherwise none is written, since it would contain keys and "
                + "tokens.")
        page.item("VISUAL, EDITOR", "The editor that Alt-E opens for the text of a field; vi if neither is set.")
        page.item(
            "LC_ALL, LC_TIME, LANG", "The first of these that is set decides on which day the calendar's week begins.")
        page.item(
            "BROWSER",
            "Programs that open links, separated by colons, each with its arguments; %s stands for the link. Without "
                + "%s, the link is the last argument. Over ssh without BROWSER, links are shown and copied.")
        return page.roff
    }
}
