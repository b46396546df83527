package import Canvas

/// The layout that a draw pass determined. It gives the pure `update` the sizes that only layout knows.
///
/// The contract between state and drawing:
///
///     draw(_ state: AppState, theme: Theme, cache: inout LayoutCache, into: inout Surface) -> FrameReport
///
/// 1. Draw places each container's cards according to ``ContainerModel/anchor``. Without an anchor, it starts at the
///    beginning of the window.
/// 2. It then resolves ``ContainerModel/scrollIntent``, if any, as that type describes, and clamps: no empty rows above
///    the first card, and none below the last one while earlier cards could fill them.
/// 3. It lays out only visible cards and those that it must pass to resolve the intent, never the whole window.
/// 4. It reports for each container the anchor and selection *after* that, and every visible card.
/// 5. It shows ``ContainerModel/unseenOutOfSight(_:)`` for the cards that it found to be in sight.
/// 6. The runtime passes the report to ``AppState/adopt(_:)``, which stores it, clears the intents and returns effects
///    (a selection moved by paging may be near the window's edge).
/// 7. After a key, while ``AppState/awaitsLayout`` is true, the runtime draws and adopts before it passes on the next
///    key, which must act on the selection after scrolling. That frame is presented if ``ShownFrames/isCurrent`` is
///    true and no further key arrived; otherwise the state is drawn again.
/// 8. The runtime reports which frame the user sees with ``AppState/framePresented()``: commands never act on a card
///    that no frame has shown, and no other card counts as seen.
///
/// Draw is pure: equal states give equal frames and reports.
package struct FrameReport: Equatable, Sendable {
    package var size: Size
    package var containers: [ContainerReport]
    /// The rectangle of each container, including its header; without modal containers.
    package var places: [Arrangement.Place] = []
    /// The area that each visible container uses, including header, footer and frame.
    package var areas: [ContainerID: Rect] = [:]
    /// The area of the toast or the progress.
    package var toast: Rect?
    /// The clickable regions. The last region that contains a point wins.
    package var hits: [HitRegion]
    /// The pictures for which the frame has places, whether shown or not, from the top.
    package var pictures: [PictureRequest]
    /// The position of the hardware cursor: in the focused text field, or else on the selected row, for screen readers.
    package var cursor: Point?
    /// The number of rows of the topmost overlay that fit, which is the distance of a page; 0 if no overlay is open.
    package var overlayRows: Int

    package init(
        size: Size = .zero, containers: [ContainerReport] = [], hits: [HitRegion] = [],
        pictures: [PictureRequest] = [], cursor: Point? = nil, overlayRows: Int = 0
    ) {
        self.size = size
        self.containers = containers
        self.hits = hits
        self.pictures = pictures
        self.cursor = cursor
        self.overlayRows = overlayRows
    }

    package func container(_ id: ContainerID) -> ContainerReport? { containers.first { $0.id == id } }
}
