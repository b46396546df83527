import CardSources
import Cards
import MessageHTML
import VendorClient

import struct Foundation.Date

/// Converts an in-app message to a card with its texts, fields and buttons. A pure function of the message.
struct InAppCard: Sendable {
    /// The member of a submission that describes the effect of the button. No field has this name.
    static let member = "cordial"
    /// The maximum numbers of buttons in addition to "Close", of other components, and of their bytes.
    private static let (buttonLimit, componentLimit, byteLimit) = (9, 150, 48_000)

    private let message: InAppMessage
    private let vanityDomains: [String]
    private let content: HTMLContent

    /// Parses a message.
    ///
    /// - Parameter vanityDomains: The domains whose links count clicks.
    init(_ message: InAppMessage, vanityDomains: [String] = []) {
        self.message = message
        self.vanityDomains = vanityDomains
        content = HTMLContent(message.content, linksAreButtons: true)
    }

    func entry(id: CardID, at now: Date) -> FeedEntry {
        FeedEntry(
            id: id, version: 0, priority: CardBody.defaultPriority, createdAt: now, updatedAt: now, activeAt: now,
            body: body.encoded())
    }

    var body: CardBody {
        let form = InAppForm(content.parts.compactMap { if case .field(let field) = $0 { field } else { nil } })
        var components: [Card.Component] = [
            .category(Card.Category(text: "Message", icon: Card.Icon(name: "envelope")))
        ]
        var bytes = 0
        var names: Set<String> = []
        var isCut = false
        var buttons: [Card.Button] = []
        for part in content.parts {
            var found: Card.Component?
            switch part {
            case .component(let component): found = component
            // If several fields have the same id, scripts and labels of a page refer to the first.
            case .field(let field):
                found = form.input(of: field).flatMap { names.insert($0.name).inserted ? .input($0) : nil }
            case .button(let button):
                if let button = self.button(button, form, number: buttons.count + 1) { buttons.append(button) }
            }
            guard let found else { continue }
            bytes += found.json.encoded().count
            guard bytes <= Self.byteLimit, components.count < Self.componentLimit else {
                isCut = true
                continue
            }
            components.append(found)
        }
        if let omission = content.omission { components.append(omission) }
        if isCut {
            components.append(
                .text(Card.TextBlock(text: "The rest is too long and is not shown", appearance: .tertiary)))
        }
        buttons = Array(buttons.prefix(Self.buttonLimit))
        buttons.append(Card.Button(text: "Close", style: .secondary, action: .dismiss))
        components.append(.buttons(Card.ButtonContainer(buttons: buttons)))
        return CardBody(
            metadata: ["mcID": .string(message.id), "form": .string(message.form.rawValue)],
            actions: ActionProperties(isSnoozeSwipeEnabled: false, isSnoozeOverflowEnabled: false),
            components: components)
    }

    /// Converts a button; nil if its scripts are not supported.
    private func button(_ button: HTMLButton, _ form: InAppForm, number: Int) -> Card.Button? {
        let (action, link): (InAppAnswer, String?)
        switch button.action {
        case .link(let address): (action, link) = (InAppAnswer(link: address), address)
        case .call("crdlAction", let arguments):
            let values = arguments + [nil, nil]
            (action, link) = (InAppAnswer(link: values[0], event: values[1]), values[0])
        case .call("crdlCaptureAllInputs", let arguments):
            guard let event = arguments.first ?? nil else { return nil }
            (action, link) = (InAppAnswer(event: event, form: form), nil)
        case .call, .none: return nil
        }
        // The address for the browser must not count the click again.
        let address = link.flatMap { link -> String? in
            guard LinkAddress.problem(link) == nil else { return nil }
            return LinkAddress.ofLink(LinkAddresses.forBrowser(link, vanityDomains: vanityDomains))
        }
        return Card.Button(
            text: button.label,
            action: .submit(
                Card.ButtonAction.Submission(
                    buttonName: "answer-\(number)", values: [Self.member: action.json], then: address.map { .url($0) }))
        )
    }
}

/// The effect of a button of an in-app message, as contained in its submission.
struct InAppAnswer: Sendable, Hashable {
    /// The link that it opens; nil for none.
    var link: String?
    /// The event that it sends; nil for none.
    var event: String?
    /// The fields whose values are the event's properties; nil for a button that captures none.
    var form: InAppForm?

    init(link: String? = nil, event: String? = nil, form: InAppForm? = nil) {
        (self.link, self.event, self.form) = (link, event, form)
    }

    init?(_ json: JSONValue?) {
        guard let object = json?.object else { return nil }
        self.init(link: object.text("link"), event: object.text("event"), form: object["form"].flatMap(InAppForm.init))
    }

    var json: JSONValue {
        var object = JSONObject()
        object.set("link", link)
        object.set("event", event)
        if let form { object["form"] = form.json }
        return .object(object)
    }
}
