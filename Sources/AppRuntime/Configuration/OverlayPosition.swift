import AppCore
import Cards

/// The position of a card that a source shows over other cards. It is chosen by the member `form` of the card's
/// metadata.
enum OverlayPosition: String, CaseIterable {
    case top, bottom, center

    /// The values of `form` for this position. For the centre, these are the values of the other positions, which it
    /// excludes.
    private var forms: [String] {
        switch self {
        case .top: ["banner_up"]
        case .bottom: ["banner_bottom"]
        case .center: Self.top.forms + Self.bottom.forms
        }
    }

    var position: ContainerOptions.ModalPosition {
        switch self {
        case .top: .top(1)
        case .bottom: .bottom(1)
        case .center: .center
        }
    }

    var filters: [CardFilter] {
        let criteria = forms.map { CardFilter.Criterion.filterKey("form", .string($0)) }
        // Comparing strings never throws.
        let filter = self == .center ? try? CardFilter.notIn(criteria) : try? CardFilter.in(criteria)
        return filter.map { [$0] } ?? []
    }
}
