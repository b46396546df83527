/// Something to read and close.
package struct MessageOverlay: Hashable, Sendable {
    package var title: String
    package var text: String
    /// Where the text leads, if it is a link.
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
