package import Cards

package import struct Foundation.Date

/// A layer above the cards with its own state. It reads the app and changes nothing but itself: what it wants of the app
/// it returns as ``OverlayAction``s.
///
/// A new overlay is a type in the folder of its feature, a case of ``Overlay``, and a view in `CardUI`.
package protocol OverlayComponent: Equatable, Sendable {
    /// This component as a layer.
    var overlay: Overlay { get }
    /// The bindings that are in force while it is on top.
    var keyLayer: KeyLayer { get }
    /// The card it is about: it closes when that card leaves. Nil, the default, where it is about none.
    var requiredCard: CardID? { get }
    /// Whether something was typed into it that a click beside it must not throw away. False by default.
    var isTypedInto: Bool { get }
    /// The text that is being edited; nil, the default, where nothing is.
    var editedText: String? { get }

    /// When it changes by itself. Never by default.
    func deadlines(after now: Date) -> [Date]

    /// Handles an event. Nil where the event means nothing to it: then a layer below, or the app, handles it.
    /// - Parameter state: The app, this overlay included.
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
