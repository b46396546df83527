extension CardBody {
    /// All visible texts of the card and its subviews, with defaults in place of variables.
    package var texts: [String] {
        let body = resolvingVariables()
        return body.components.flatMap(\.texts)
            + body.subviews.values.flatMap { [$0.title] + $0.components.flatMap(\.texts) }
    }

    /// The components of the card and of its subviews.
    var allComponents: [Card.Component] { components + subviews.values.flatMap(\.components) }
}
