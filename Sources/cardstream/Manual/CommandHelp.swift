internal import ArgumentParser
internal import Cards

/// The help of a command as structured data from the argument parser, for its manual page.
struct CommandHelp {
    /// The names from `cardstream` down to the command.
    var path: [String]
    var abstract: String
    var discussion: String
    var arguments: [Argument]
    /// The subcommands, with their names without the parent command and their descriptions.
    var subcommands: [(name: String, abstract: String)]
    var defaultSubcommand: String?

    struct Argument {
        var isPositional: Bool
        var isOptional: Bool
        var isRepeating: Bool
        /// The names with dashes, short names such as `-h` first.
        var names: [String]
        /// The placeholder of the value; nil for a flag.
        var value: String?
        var section: String?
        var help: String
        var defaultValue: String?
        var choices: [String]
    }

    /// All subcommands of `cardstream`, recursively, without `help`.
    static func all() throws -> [CommandHelp] {
        let root = try JSONParser.parse(Cardstream._dumpHelp())
        return root["command"].map { collect($0, above: []) }?.filter { $0.path.count > 1 } ?? []
    }

    private static func collect(_ command: JSONValue, above: [String]) -> [CommandHelp] {
        guard let name = command["commandName"]?.string, name != "help", command["shouldDisplay"]?.bool != false else {
            return []
        }
        let path = above + [name]
        let below = command["subcommands"]?.array ?? []
        let own = CommandHelp(
            path: path, abstract: command["abstract"]?.string ?? "", discussion: command["discussion"]?.string ?? "",
            arguments: (command["arguments"]?.array ?? []).filter { $0["shouldDisplay"]?.bool != false }.map(
                Argument.init),
            subcommands: below.compactMap { command in
                guard let name = command["commandName"]?.string, name != "help" else { return nil }
                return (name, command["abstract"]?.string ?? "")
            },
            defaultSubcommand: command["defaultSubcommand"]?.string)
        return [own] + below.flatMap { collect($0, above: path) }
    }

    /// The command as the user types it after the program's name, such as "themes show".
    var words: String { path.dropFirst().joined(separator: " ") }

    /// The name of the manual page, such as "cardstream-themes-show".
    var pageName: String { path.joined(separator: "-") }

    var page: String {
        var page = RoffPage()
        page.title(pageName)
        page.section("NAME")
        page.text("\(pageName) - \(abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract)")
        page.section("SYNOPSIS")
        page.line(".B \(RoffPage.escape(path.joined(separator: " ")))")
        page.text(synopsis)
        page.section("DESCRIPTION")
        page.help(abstract)
        if !discussion.isEmpty {
            page.line(".PP")
            page.help(discussion)
        }
        if !subcommands.isEmpty {
            page.section("COMMANDS")
            for command in subcommands {
                let isDefault = command.name == defaultSubcommand
                page.item(command.name, command.abstract + (isDefault ? " This is the default." : ""))
            }
        }
        var sections: [String] = []
        for argument in arguments where !sections.contains(argument.heading) { sections.append(argument.heading) }
        for section in sections {
            page.section(section.uppercased())
            for argument in arguments where argument.heading == section { page.item(argument.term, argument.text) }
        }
        page.section("SEE ALSO")
        let above = path.dropLast().joined(separator: "-")
        page.text(([above] + subcommands.map { "\(pageName)-\($0.name)" }).map { "\($0)(1)" }.joined(separator: ", "))
        return page.roff
    }

    private var synopsis: String {
        let parts =
            arguments.contains { !$0.isPositional }
            ? ["[OPTIONS]"] + arguments.filter(\.isPositional).map(\.term)
            : arguments.filter(\.isPositional).map(\.term)
        return (parts + (subcommands.isEmpty ? [] : ["[COMMAND]"])).joined(separator: " ")
    }
}

extension CommandHelp.Argument {
    init(_ argument: JSONValue) {
        let kind = argument["kind"]?.string
        isPositional = kind == "positional"
        isOptional = argument["isOptional"]?.bool ?? false
        isRepeating = argument["isRepeating"]?.bool ?? false
        names = (argument["names"]?.array ?? []).compactMap { name in
            name["name"]?.string.map { name["kind"]?.string == "long" ? "--\($0)" : "-\($0)" }
        }
        // Short names are first, as in all help texts.
        names.sort { !$0.hasPrefix("--") && $1.hasPrefix("--") }
        value = kind == "flag" ? nil : argument["valueName"]?.string
        section = argument["sectionTitle"]?.string
        help = [argument["abstract"]?.string, argument["discussion"]?.string].compactMap(\.self).joined(separator: " ")
        defaultValue = argument["defaultValue"]?.string
        choices = (argument["allValues"]?.array ?? []).compactMap(\.string)
    }

    /// The heading of the argument's section.
    var heading: String { section ?? (isPositional ? "Arguments" : "Options") }

    /// The argument or option with its placeholder, as in the synopsis.
    var term: String {
        let typed =
            isPositional
            ? "<\(value ?? "value")>" : names.joined(separator: ", ") + (value.map { " <\($0)>" } ?? "")
        guard isPositional else { return typed }
        return (isOptional ? "[\(typed)]" : typed) + (isRepeating ? " ..." : "")
    }

    var text: String {
        var text = help
        if !choices.isEmpty, !choices.allSatisfy(help.contains) {
            text += " One of: \(choices.joined(separator: ", "))."
        }
        if let defaultValue { text += " Default: \(defaultValue)." }
        return text
    }
}
