/// Lays one component of a card out as rows.
protocol ComponentView {
    func add(to builder: inout CardLayoutBuilder)
}
