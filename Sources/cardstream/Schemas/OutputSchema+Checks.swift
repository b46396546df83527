internal import Cards

/// Schemas of commands that check files and this machine.
extension OutputSchema {
    /// The output of `cardstream lint --json`.
    static var lint: JSONValue {
        schema(
            "Problems in cards",
            listing: object(
                required: ["file", "line", "column", "pointer", "severity", "rule", "message"],
                [
                    "file": text("The name of the file, as given to the command."),
                    "line": number("The line, counted from 1."),
                    "column": number("The column, counted from 1."),
                    "pointer": text("The place in the card, as a JSON Pointer."),
                    "severity": choice(
                        LintFinding.Severity.self, "error: servers refuse the card. warning: a likely mistake."),
                    "rule": text("The rule that found the problem."), "message": text("The problem."),
                    "advice": text("How to fix the problem."),
                ]))
    }

    /// The output of `cardstream doctor --json`.
    static var doctor: JSONValue {
        let check = object(
            required: ["name", "state", "detail"],
            [
                "name": text("The subject of the check."), "state": choice(Check.State.self, "The result."),
                "detail": text("The finding, and what to do about it."),
            ])
        return schema(
            "The checks of this machine", required: ["version", "checks"],
            [
                "version": text("The version of cardstream."),
                "checks": list("All checks, in order.", of: .object(check)),
            ])
    }

    /// The output of `cardstream themes --json`.
    static var themes: JSONValue {
        schema(
            "All themes",
            listing: object(
                required: ["name", "path", "summary", "inUse"],
                [
                    "name": text("The name, as in the setting `theme`."),
                    "path": [
                        "type": ["string", "null"], "description": "The theme's file; null for a built-in theme.",
                    ],
                    "summary": text("A short description."), "inUse": flag("Whether the viewer uses this theme."),
                ]))
    }
}
