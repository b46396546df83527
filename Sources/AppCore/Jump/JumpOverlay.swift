import Canvas

/// A letter on every button and field in sight: typing it is like clicking there.
package struct JumpOverlay: Equatable, Sendable {
    package let labels: [Label]
    /// The first of two letters, where there are more labels than letters.
    package internal(set) var typed = ""

    package struct Label: Equatable, Sendable {
        package var text: String
        package var target: HitRegion.Target
    }

    /// The keys under the fingers first.
    private static let letters = Array("asdfghjklqwertyuiopzxcvbnm").map(String.init)

    /// In the order in which one reads what a frame showed; of what takes several rows the first counts.
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

    /// Those that may still be meant.
    package var candidates: [Label] { labels.filter { $0.text.hasPrefix(typed) } }
}

extension JumpOverlay: OverlayComponent {
    package var overlay: Overlay { .jump(self) }
    package var keyLayer: KeyLayer { .jump }

    /// Goes where the letter leads, or waits for the second one; another key ends it.
    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        guard case .typed(let character) = event else { return nil }
        typed += character.lowercased()
        let candidates = candidates
        if candidates.count == 1, candidates[0].text == typed { return [.close, .activate(candidates[0].target)] }
        return candidates.isEmpty ? [.close, .show(Strings.Jump.noLabel(typed), .information)] : []
    }
}

extension HitRegion.Target {
    /// A choice has its field's label: only its own is more precise.
    fileprivate var takesLabel: Bool {
        switch self {
        case .element, .choice, .back: true
        default: false
        }
    }
}
