package import Cards

package import struct Foundation.Date

/// A layer above the cards with its own state. It reads the state of the app but changes only its own. It requests
/// changes to the app by returning ``OverlayAction``s.
///
/// A new overlay is a type in the folder of its feature, a case of ``Overlay``, and a view in `CardUI`.
package protocol OverlayComponent: Equatable, Sendable {
    /// This component as an ``Overlay``.
    var overlay: Overlay { get }
    /// The key layer that is active while the overlay is on top.
    var keyLayer: KeyLayer { get }
    /// The card that the overlay belongs to. The overlay closes when the card leaves. Nil, the default, if there is
    /// none.
    var requiredCard: CardID? { get }
    /// Whether it has typed text that a click outside must not discard. False by default.
    var isTypedInto: Bool { get }
    /// The text that the user edits; nil, the default, if there is none.
    var editedText: String? { get }

    /// The times at which the overlay changes without an event. None by default.
    func deadlines(after now: Date) -> [Date]

    /// Handles an event. Nil if the overlay does not handle it: then a layer below, or the app, does.
    /// - Parameter state: The app, including this overlay.
    mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]?

    /// Edits its text. Does nothing by default.
    mutating func edit(_ change: (inout TextField) -> Void, in state: AppState) -> [OverlayAction]
}

extension OverlayComponent {
    package var requiredCard: CardID? { nil }
    package var isTypedInto: Bool { false }
    package var editedText: String? { nil }
    package func deadlines(after now: Date) -> [Date] { [] }
    package mutating func edit(_ change: (inout TextField) -> Void, in state: AppState) -> [OverlayAction] { [] }
}
