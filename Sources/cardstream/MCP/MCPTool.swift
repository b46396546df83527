internal import Cards
internal import FeedAPI

/// A tool that the server offers.
enum MCPTool: String, CaseIterable {
    case askHuman = "ask_human"
    case approve

    var definition: JSONValue {
        switch self {
        case .askHuman:
            [
                "name": .string(rawValue), "title": "Ask a human",
                "description": """
                Ask a person a question and wait for the answer. Use this tool before anything that cannot be undone, \
                and when a decision is not yours. Without a schema the person answers yes or no and can write a \
                comment; with one, the person fills in a form. The result shows how the question ended: accept, \
                decline, cancel (closed without an answer) or timeout. A timeout is neither a yes nor a no.
                """,
                "inputSchema": [
                    "type": "object", "required": ["message"],
                    "properties": [
                        "message": [
                            "type": "string",
                            "description":
                                "The question, in Markdown. The first line is the title, so keep it short.",
                        ],
                        "schema": [
                            "type": "object",
                            "description": """
                            A flat JSON Schema for the form: an object whose properties are strings, numbers, booleans \
                            or choices (enum, or an array of them).
                            """,
                        ],
                        "to": [
                            "type": "array", "items": ["type": "string"],
                            "description": """
                            The users to ask; the first answer counts. By default, the users that are configured for \
                            this MCP server.
                            """,
                        ],
                        "timeout": [
                            "type": "string",
                            "description": "How long the question stays open, such as 90s, 10m or 2h.",
                        ],
                    ],
                ],
                "outputSchema": [
                    "type": "object", "required": ["outcome"],
                    "properties": [
                        "outcome": [
                            "type": "string", "enum": .array(AskOutcome.allCases.map { .string($0.rawValue) }),
                        ],
                        "values": ["type": "object", "description": "The values of the form, or the comment."],
                        "by": ["type": "string", "description": "Who answered."],
                        "error": ["type": "string", "description": "Why the question was not asked."],
                    ],
                ],
                "annotations": ["readOnlyHint": true, "openWorldHint": true],
            ]
        case .approve:
            [
                "name": .string(rawValue), "title": "Approve the use of a tool",
                "description": """
                For --permission-prompt-tool of Claude Code: asks a person whether a tool may run. Do not call this \
                tool yourself.
                """,
                "inputSchema": [
                    "type": "object", "required": ["tool_name", "input"],
                    "properties": [
                        "tool_name": ["type": "string", "description": "The name of the tool."],
                        "input": ["type": "object", "description": "The whole input of the tool."],
                        "tool_use_id": ["type": "string", "description": "The id of this use of the tool."],
                    ],
                ],
                "annotations": ["readOnlyHint": true, "openWorldHint": true],
            ]
        }
    }
}
