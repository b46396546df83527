package import Cards

package import struct Foundation.Date

/// A layer above the cards. The topmost one receives the keys.
package enum Overlay: Equatable, Sendable {
    case commands(CommandsOverlay)
    case menu(MenuOverlay)
    case prompt(PromptOverlay)
    case chooser(ChooserOverlay)
    case files(FilesOverlay)
    case filter(FilterOverlay)
    case jump(JumpOverlay)
    case upload(UploadOverlay)
    case calendar(CalendarOverlay)
    case message(MessageOverlay)
    case inspect(InspectOverlay)
    case history(HistoryOverlay)
    case output(OutputOverlay)

    /// The component with the state and the behaviour of the layer.
    package var component: any OverlayComponent {
        switch self {
        case .commands(let overlay): overlay
        case .menu(let overlay): overlay
        case .prompt(let overlay): overlay
        case .chooser(let overlay): overlay
        case .files(let overlay): overlay
        case .filter(let overlay): overlay
        case .jump(let overlay): overlay
        case .upload(let overlay): overlay
        case .calendar(let overlay): overlay
        case .message(let overlay): overlay
        case .inspect(let overlay): overlay
        case .history(let overlay): overlay
        case .output(let overlay): overlay
        }
    }

    /// Whether the content behind the overlay is dimmed. True for all sheets except the list of themes, whose effect
    /// must be visible.
    package func dimsScreen(at now: Date) -> Bool {
        switch self {
        case .filter, .jump: false
        case .menu(let menu): menu.themeBefore == nil
        // A short transfer shows no sheet.
        case .upload(let sending): sending.isShown(at: now)
        case .commands, .prompt, .chooser, .files, .calendar, .message, .inspect, .history, .output: true
        }
    }

    /// The card that the overlay belongs to. The overlay closes when the card leaves.
    package var card: CardID? { component.requiredCard }
}
