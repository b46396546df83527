internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards

/// `cardstream doctor`: checks everything that the viewer needs, and prints problems and how to fix them.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check versions, terminal, paths, configuration and server.",
        discussion: """
            Changes nothing without --set-aside. Exit code 0: the viewer works, maybe with warnings. 1: a check failed.

            EXAMPLES
              cardstream doctor
              cardstream doctor --server https://cards.example \\
                  --token-file ~/.card-token --viewer-key-file ~/.card-key
              cardstream doctor --json | jq '.checks[] | select(.state != "ok")'
            """)

    @OptionGroup(title: "Settings")
    var options: ConfigOptions

    @OptionGroup(title: "Viewer")
    var viewer: ViewerOptions

    @Flag(help: "Keep a damaged card store under another name, and begin with an empty store.")
    var setAside = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        if setAside { try setStoreAside() }
        let checks = DoctorChecks(options: options, viewer: viewer).run()
        if json { Console.json(Self.json(checks)) } else { Console.print(Self.table(checks)) }
        if checks.contains(where: { $0.state == .fail }) { throw ExitStatus.failure }
    }

    private func setStoreAside() throws {
        let setup = try options.load(viewer.flags)
        let path = setup.paths.database(profile: setup.config.profile)
        switch try CardSession.setAsideIfDamaged(path: path) {
        case .notNeeded: Console.error("the card store is not damaged; nothing was changed")
        case .recovered(let old, let count):
            let actions = count == 1 ? "1 unsent action was saved" : "\(count) unsent actions were saved"
            Console.error(
                "the store was damaged and is kept as \(old.shownAsFile); \(actions). Other unsent actions, drafts and the "
                    + "history are lost; the next viewer loads the cards again")
        case .lost(let old):
            Console.error(
                "the store could not be read and is kept as \(old.shownAsFile). Unsent actions, drafts and the history in "
                    + "it are lost; the next viewer loads the cards again")
        }
    }

    /// One line per check. The state is a word, so that no information depends on colour.
    static func table(_ checks: [Check]) -> String {
        let width = checks.map(\.name.count).max() ?? 0
        return checks.map { check in
            let state = check.state.rawValue + String(repeating: " ", count: 5 - check.state.rawValue.count)
            let name = check.name + String(repeating: " ", count: width - check.name.count)
            return "\(state) \(name)  \(check.detail)"
        }.joined(separator: "\n")
    }

    static func json(_ checks: [Check]) -> JSONValue {
        .object([
            "version": .string(Cardstream.version),
            "checks": .array(
                checks.map {
                    .object([
                        "name": .string($0.name), "state": .string($0.state.rawValue), "detail": .string($0.detail),
                    ])
                }),
        ])
    }
}
