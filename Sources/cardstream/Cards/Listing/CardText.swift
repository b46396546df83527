internal import AppCore
internal import Basics
internal import Canvas
internal import CardUI
internal import Cards

import struct Foundation.Date

/// Formats a card as plain text: its content, then its fields and buttons with the names that `act` uses, then its
/// properties.
struct CardText {
    let card: Card
    let delivery: CardWindow.Delivery
    let now: Date
    let zone: LocalZone

    var text: String {
        let body = card.body
        var plain = PlainText()
        var parts = [plain.text(of: body.components)]
        for (_, subview) in body.subviews.sorted(by: { $0.key < $1.key }) {
            parts += [plain.line(subview.title), plain.text(of: subview.components)]
        }
        parts.append(plain.links)
        if let answered = body.answered {
            parts.append(Strings.AnsweredCard.note(answered, at: now, in: zone).string)
        }
        parts.append(table("Fields", card.inputs.map(Self.row)))
        parts.append(table("Buttons", card.buttons.map(Self.row)))
        parts.append(table("Loads more in the viewer", loadMore))
        parts.append(answers)
        parts.append(facts)
        let text = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
        return SafeText(text, lines: .multiple, limit: .max).string
    }

    private func table(_ title: String, _ rows: [(String, String)]) -> String {
        let width = rows.map { TextLayout.width(of: SafeText($0.0)) }.max() ?? 0
        let lines = rows.map { name, text in
            let name = SafeText(name)
            let gap = String(repeating: " ", count: width - TextLayout.width(of: name) + 2)
            return "  \(name.string)\(gap)\(SafeText(text).string)"
        }
        return lines.isEmpty ? "" : ([title + ":"] + lines).joined(separator: "\n")
    }

    private static func row(_ input: Card.Input) -> (String, String) {
        let isRequired = input.validation.contains { $0.rule == .required }
        let words = [
            input.kind.expectedValue, input.range, isRequired ? "required" : nil, input.label ?? input.placeholder,
        ]
        return (input.name, words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", "))
    }

    private static func row(_ button: Card.Button) -> (String, String) {
        let action: String =
            switch button.action {
            case .submit(let submission): "submit --button \(submission.buttonName)"
            case .dismiss: "dismiss"
            case .snooze: "snooze"
            case .voteUp: "vote up"
            case .voteDown: "vote down"
            case .openLink(let url): "opens \(url)"
            case .openSubview: "opens a subview"
            case .doNothing, .passPayload, .unknown: "works only in the viewer"
            }
        return (button.text, action)
    }

    /// Each page's label and name.
    private var loadMore: [(String, String)] {
        card.layouts.joined().compactMap { component in
            if case .loadMore(let element) = component { (element.text, element.page) } else { nil }
        }
    }

    /// The actions that `act` can perform, in addition to pressing submit buttons.
    private var answers: String {
        let names: [AvailableAction: String] = [
            .dismiss: "dismiss", .snooze: "snooze", .voteUp: "vote up", .voteDown: "vote down",
        ]
        let offered = AvailableAction.allCases.filter { card.body.offers($0) }.compactMap { names[$0] }
        return offered.isEmpty ? "" : "Other actions: \(offered.joined(separator: ", "))"
    }

    private var facts: String {
        var facts = [
            "id \(card.id)", "stream \(card.streamID)", "priority \(card.priority)",
            "published \(TimeText.relative(card.createdAt, to: now))",
        ]
        if let until = card.snoozedUntil { facts.append("snoozed until \(TimeText.clock(until, at: now, in: zone))") }
        if let expires = card.expiresAt { facts.append(TimeText.expiry(expires, at: now)) }
        if let vote = card.vote { facts.append("voted \(vote.rawValue)") }
        switch delivery {
        case .none: break
        case .waiting: facts.append("your action waits to be sent")
        case .refused(let reason): facts.append("your action was refused: \(reason)")
        }
        return facts.joined(separator: ", ")
    }
}

extension Card {
    /// All layouts, including those of subviews.
    var layouts: [[Card.Component]] {
        [body.components] + body.subviews.sorted { $0.key < $1.key }.map(\.value.components)
    }

    var inputs: [Card.Input] { layouts.flatMap { FocusTarget.inputs(in: $0) } }

    var buttons: [Card.Button] { layouts.joined().flatMap(\.buttons) }
}

extension Card.Input.Kind {
    /// A description of the expected value.
    fileprivate var expectedValue: String {
        // Adds the label if it differs from the value.
        func names(_ items: [Card.Input.Choice]) -> String {
            items.map { $0.label == $0.value ? $0.value : "\($0.value) (\($0.label))" }.joined(separator: "|")
        }
        return switch entry {
        case .text: "text"
        case .number: "number"
        case .toggle: "true|false"
        case .steps(let steps):
            "number from \(steps.minimum) to \(steps.maximum)"
                + (steps.step == JSONNumber(1) ? "" : ", in steps of \(steps.step)")
        case .several(let items, _): "any of \(names(items)), separated by commas"
        case .one(let items, _): names(items)
        case .day: "a day such as 2026-07-31"
        case .file: "an image; only the viewer can send it"
        }
    }
}
