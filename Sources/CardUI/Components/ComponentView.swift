/// Lays out one component of a card as rows.
protocol ComponentView {
    func add(to builder: inout CardLayoutBuilder)
}
