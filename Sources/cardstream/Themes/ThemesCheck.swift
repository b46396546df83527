internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import Theming

/// `cardstream themes check`: prints the problems of a theme, and texts with low contrast.
struct ThemesCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a theme for mistakes and for colours that are hard to read.",
        discussion: """
            Mistakes are printed as FILE:LINE: MESSAGE, and the exit code is 1. Text with a contrast below 4.5, the \
            limit of WCAG AA, is reported as advice, and the exit code stays 0. The terminal's own colours cannot be \
            measured.
            """)

    @OptionGroup var source: ThemesSource

    @Argument(help: "The theme's name, or a theme file.", completion: CompletionValues.themes)
    var theme: String

    func run() throws {
        let choice = try source.choice()
        var mistakes: [ThemeProblem] = []
        var files: [String] = []
        var advice: [String] = []
        for appearance in Appearance.allCases {
            let (look, problems) = try ThemeLoader.load(
                theme, searchPaths: choice.searchPaths, appearance: appearance, depth: .direct)
            for problem in problems where !mistakes.contains(problem) { mistakes.append(problem) }
            files = look.files
            for (scope, ratio) in look.faintScopes {
                let rounded = Double(Int(ratio * 10)) / 10
                advice.append(
                    "\(scope.name) is hard to read on a \(appearance.rawValue) background: contrast \(rounded); 4.5 or "
                        + "more is good")
            }
        }
        for mistake in ThemeProblem.inOrder(mistakes, of: files) { Console.print("\(mistake)") }
        for line in advice { Console.print("advice: \(line)") }
        guard mistakes.isEmpty else {
            throw CommandFailure(
                .failure,
                "\(theme.shownAsFile): \(mistakes.count == 1 ? "1 mistake" : "\(mistakes.count) mistakes"); these lines have no effect"
            )
        }
        Console.error(advice.isEmpty ? "\(theme.shownAsFile) is fine" : "\(theme.shownAsFile) has no mistakes")
    }
}
