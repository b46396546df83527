internal import AppRuntime
internal import Cards

/// The card for an MCP elicitation: a form to fill in, or an address to open.
struct ElicitationForm {
    private let form: SchemaForm?
    /// The address to open; nil for a form.
    private let address: String?

    /// Whether an accepted answer has the values of a form.
    var hasContent: Bool { address == nil }

    /// - Parameter event: The event, with the members `mode`, `url` and `requested_schema`.
    /// - Throws: ``CommandFailure`` if the form is not supported, or the address is not valid.
    init(_ event: JSONValue) throws(CommandFailure) {
        if event["mode"]?.string == "url" {
            guard let url = event["url"]?.string, url.hasPrefix("https://") || url.hasPrefix("http://") else {
                throw CommandFailure(.usage, "the event has no http or https address")
            }
            (form, address) = (nil, url)
            return
        }
        address = nil
        let schema = event["requested_schema"] ?? [:]
        let isEmpty = schema["properties"]?.object?.isEmpty ?? true
        form = isEmpty ? nil : try SchemaForm(schema.encoded(), name: "requested_schema")
    }

    /// - Parameters:
    ///   - asker: The MCP server.
    ///   - host: The agent that it belongs to.
    func card(asker: String, through host: String, message: String) -> JSONValue {
        let visible = LiteralText.visible(message)
        var card = QuestionCard(
            asker: host, place: QuestionCard.label(asker),
            title: LiteralText.escaped(LiteralText.preview(visible, limit: 200)), template: "agent-form")
        card.content.append(
            QuestionCard.text(
                "Asked by the MCP server \(LiteralText.span(QuestionCard.label(asker)))", appearance: "tertiary"))
        if visible.contains("\n") || visible.unicodeScalars.count > 200 {
            card.content += QuestionCard.markdown(LiteralText.escaped(visible)).components
        }
        if let address {
            card.content.append(
                QuestionCard.text(
                    "Opens a page on \(LiteralText.span(QuestionCard.label(Self.host(of: address)))):\n\n"
                        + LiteralText.block(LiteralText.visible(address))))
            let link: JSONValue = ["type": "link", "url": .string(address)]
            card.buttons.append(["text": "Open the page", "action": link])
            card.buttons.append(QuestionCard.button("Done", name: "accept", isYes: true))
        } else {
            card.buttons.append(QuestionCard.button("Send", name: "accept", isYes: true, isPrimary: true))
        }
        card.buttons.append(QuestionCard.button("Decline", name: "decline", isYes: false))
        return form?.adding(to: card.json) ?? card.json
    }

    /// The host and port of an address, without a user name.
    static func host(of address: String) -> String {
        let rest = address.drop { $0 != "/" }.drop { $0 == "/" }
        let authority = rest.prefix { !"/?#\\".contains($0) }
        return String(authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
    }
}
