import Cards

import struct Foundation.Date

extension CardBody {
    /// The submit buttons that answer the card and end it.
    var answers: [Card.ButtonAction.Submission] { submissions.filter { !$0.keepsCard } }

    /// The priority of a card that another user has answered. If the card has a lower priority, that is, a greater
    /// number, it keeps it.
    static let answeredPriority = 9

    /// The card for a user after another user has answered the ask. It shows who has answered, and has no inputs and no
    /// submit buttons.
    func answered(by vote: Answered) -> CardBody {
        var body = self
        body.answered = vote
        body.priority = max(body.priority, Self.answeredPriority)
        body.components = components.compactMap(Self.withoutAnswers)
        body.subviews = subviews.mapValues { subview in
            var subview = subview
            subview.components = subview.components.compactMap(Self.withoutAnswers)
            return subview
        }
        // Without pages, an answered card loads nothing more that could contain submit buttons.
        body.pages = [:]
        return body
    }

    private static func withoutAnswers(_ component: Card.Component) -> Card.Component? {
        switch component {
        case .input, .loadMore: return nil
        case .buttons(var container):
            container.buttons.removeAll { if case .submit = $0.action { true } else { false } }
            return container.buttons.isEmpty ? nil : .buttons(container)
        case .carousel(var carousel):
            for index in carousel.items.indices {
                if case .submit? = carousel.items[index].button?.action { carousel.items[index].button = nil }
            }
            return .carousel(carousel)
        default: return component
        }
    }
}

extension CardBody {
    /// The text of the submit button with a name; the name itself if the button has no text.
    func label(ofButton name: String) -> String {
        let buttons = ([components] + subviews.values.map(\.components)).joined().flatMap(\.buttons)
        return buttons.first { $0.submitName == name }?.text ?? name
    }
}
