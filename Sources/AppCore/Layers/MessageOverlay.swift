/// A message that the user reads and closes.
package struct MessageOverlay: Hashable, Sendable {
    package var title: String
    package var text: String
    /// The URL, if the text is a link.
    package var link: String?

    package init(title: String, text: String, link: String? = nil) {
        self.title = title
        self.text = text
        self.link = link
    }
}

extension MessageOverlay: OverlayComponent {
    package var overlay: Overlay { .message(self) }
    package var keyLayer: KeyLayer { .message }
    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? { nil }
}
