extension CardBody {
    /// What people know the card by: its first headline, else its category.
    package var title: String? {
        for case .headline(let headline) in components { return headline.text }
        for case .category(let category) in components { return category.text }
        return nil
    }
}
