import Cards

import struct Foundation.Date

extension CardBody {
    /// The submit buttons that answer the card and close it.
    var answers: [Card.ButtonAction.Submission] { submissions.filter { !$0.keepsCard } }

    /// The priority of a card that another user has answered, unless it had a lower one.
    static let answeredPriority = 9

    /// The card for users whose ask another user has answered: it says who did, and has no inputs and no submit buttons.
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
        // An answered card loads nothing more, so that its pages cannot bring buttons back.
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
    /// The text of the submit button with a name; its name if it has none.
    func label(ofButton name: String) -> String {
        let buttons = ([components] + subviews.values.map(\.components)).joined().flatMap(\.buttons)
        return buttons.first { $0.submitName == name }?.text ?? name
    }
}
