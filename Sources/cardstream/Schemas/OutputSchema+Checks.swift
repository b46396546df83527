internal import Cards

/// Schemas of commands that check files and this machine.
extension OutputSchema {
    /// The output of `cardstream lint --json`.
    static var lint: JSONValue {
        schema(
            "What is to be mended in cards",
            listing: object(
                required: ["file", "line", "column", "pointer", "severity", "rule", "message"],
                [
                    "file": text("As it was named."), "line": number("Where, from 1."),
                    "column": number("Where, from 1."),
                    "pointer": text("The place as a JSON Pointer."),
                    "severity": choice(
                        LintFinding.Severity.self, "Whether no server takes it, or somebody will stumble over it."),
                    "rule": text("Which rule found it."), "message": text("What is wrong."),
                    "advice": text("What to do."),
                ]))
    }

    /// The output of `cardstream doctor --json`.
    static var doctor: JSONValue {
        let check = object(
            required: ["name", "state", "detail"],
            [
                "name": text("What was looked at."), "state": choice(Check.State.self, "How it is."),
                "detail": text("What was found, and what to do."),
            ])
        return schema(
            "How this machine is set up", required: ["version", "checks"],
            ["version": text("Of cardstream."), "checks": list("All of them, in order.", of: .object(check))])
    }

    /// The output of `cardstream themes --json`.
    static var themes: JSONValue {
        schema(
            "The themes there are",
            listing: object(
                required: ["name", "path", "summary", "inUse"],
                [
                    "name": text("As the setting `theme` takes it."),
                    "path": [
                        "type": ["string", "null"], "description": "Its file; null for one of the program's own.",
                    ],
                    "summary": text("What it is like."), "inUse": flag("Whether the viewer takes it."),
                ]))
    }
}
