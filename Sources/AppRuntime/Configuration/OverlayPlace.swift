import AppCore
import Cards

/// Where a card that a source shows over others stands, by the member `form` of its metadata.
enum OverlayPlace: String, CaseIterable {
    case top, bottom, center

    /// The values of `form`; for the centre, those of the other two, which it does not show.
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
        // Texts can always be compared.
        let filter = self == .center ? try? CardFilter.notIn(criteria) : try? CardFilter.in(criteria)
        return filter.map { [$0] } ?? []
    }
}
