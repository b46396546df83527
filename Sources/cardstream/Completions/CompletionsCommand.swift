internal import ArgumentParser

/// `cardstream completions`: prints the script that completes the program's command lines in a shell.
struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print completions for a shell: bash, zsh or fish.",
        discussion: """
            Themes, screens, profiles and the ids of cards are looked up on this machine when you press Tab.

            EXAMPLES
              source <(cardstream completions bash)                 in ~/.bashrc
              cardstream completions zsh > ~/.zfunc/_cardstream     a folder in $fpath
              cardstream completions fish | source                  in config.fish
            """)

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish

        var parserShell: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    @Argument(help: "The shell: bash, zsh or fish.")
    var shell: Shell

    func run() { Console.data(CompletionScript.text(for: shell)) }
}
