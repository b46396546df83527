import Canvas

/// Shows a letter on every visible button and field. Typing the letter is like clicking the element.
package struct JumpOverlay: Equatable, Sendable {
    package let labels: [Label]
    /// The first of two letters, if there are more labels than letters.
    package internal(set) var typed = ""

    package struct Label: Equatable, Sendable {
        package var text: String
        package var target: HitRegion.Target
    }

    /// The letters, those of the home row first.
    private static let letters = Array("asdfghjklqwertyuiopzxcvbnm").map(String.init)

    /// Creates labels in reading order. A target with several regions gets one label, at its first region.
    init(_ hits: [HitRegion]) {
        var targets: [HitRegion.Target] = []
        var known = Set<HitRegion.Target>()
        let visible = hits.filter { !$0.rect.size.isEmpty }
        let order = visible.sorted { ($0.rect.minRow, $0.rect.minColumn) < ($1.rect.minRow, $1.rect.minColumn) }
        for hit in order where hit.target.takesLabel && known.insert(hit.target).inserted { targets.append(hit.target) }
        let texts =
            targets.count <= Self.letters.count
            ? Self.letters : Self.letters.flatMap { first in Self.letters.map { first + $0 } }
        labels = zip(texts, targets).map { Label(text: $0, target: $1) }
    }

    /// The labels that begin with the typed letters.
    package var candidates: [Label] { labels.filter { $0.text.hasPrefix(typed) } }
}

extension JumpOverlay: OverlayComponent {
    package var overlay: Overlay { .jump(self) }
    package var keyLayer: KeyLayer { .jump }

    /// Activates the target of a letter, or waits for the second letter. Any other key closes the overlay.
    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        guard case .typed(let character) = event else { return nil }
        typed += character.lowercased()
        let candidates = candidates
        if candidates.count == 1, candidates[0].text == typed { return [.close, .activate(candidates[0].target)] }
        return candidates.isEmpty ? [.close, .show(Strings.Jump.noLabel(typed), .information)] : []
    }
}

extension HitRegion.Target {
    /// A choice also gets its own label, because the label of its field is less precise.
    fileprivate var takesLabel: Bool {
        switch self {
        case .element, .choice, .back: true
        default: false
        }
    }
}
