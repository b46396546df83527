package import Canvas

/// What one draw pass found out about layout. This is how a pure `update` learns sizes only layout knows.
///
/// The contract between state and drawing:
///
///     draw(_ state: AppState, theme: Theme, cache: inout LayoutCache, into: inout Surface) -> FrameReport
///
/// 1. Draw places each container's cards so that ``ContainerModel/anchor`` holds. Without one: the window's start.
/// 2. It then resolves ``ContainerModel/scrollIntent``, if any, as that type describes, and clamps: no empty rows
///    above the first card, and none below the last one while earlier cards could fill them.
/// 3. It lays out only cards in sight and those it must pass to resolve the intent: never the whole window.
/// 4. It reports per container the anchor and selection that hold *after* that, and every card in sight.
/// 5. It shows ``Arrivals/counts(in:visible:)`` for the cards it found to be in sight.
/// 6. The runtime passes the report to ``AppState/adopt(_:)``, which stores it, clears the intents and returns
///    effects (a selection moved by paging may near the window's edge).
/// 7. After a key, while ``AppState/awaitsLayout`` is true, the runtime draws and adopts before it hands over the
///    next key, which must find the selection where scrolling ended. That frame is the one presented if
///    ``ShownFrames/isCurrent`` and no further key came; else it is drawn again.
/// 8. The runtime says which frame the user gets to see, by ``AppState/framePresented()``: nothing acts on a card that
///    no frame has shown, and no other card is seen.
///
/// Draw is pure: equal states give equal frames and reports.
package struct FrameReport: Equatable, Sendable {
    package var size: Size
    package var containers: [ContainerReport]
    /// Where each container stands, header included; without modal ones.
    package var places: [Arrangement.Place] = []
    /// What each container in sight takes of the screen: header, footer and frame included.
    package var areas: [ContainerID: Rect] = [:]
    /// Where a toast stands, or the progress is shown.
    package var toast: Rect?
    /// What can be clicked, topmost last: the last region that holds a point wins.
    package var hits: [HitRegion]
    /// The pictures the frame has places for, shown or not, from the top.
    package var pictures: [PictureRequest]
    /// Where the hardware cursor stands: in the focused text field, else on the selected row, for screen readers.
    package var cursor: Point?
    /// Rows of the topmost overlay that fit; what paging in it moves by. 0 when none is open.
    package var helpRows: Int

    package init(
        size: Size = .zero, containers: [ContainerReport] = [], hits: [HitRegion] = [],
        pictures: [PictureRequest] = [], cursor: Point? = nil, helpRows: Int = 0
    ) {
        self.size = size
        self.containers = containers
        self.hits = hits
        self.pictures = pictures
        self.cursor = cursor
        self.helpRows = helpRows
    }

    package func container(_ id: ContainerID) -> ContainerReport? { containers.first { $0.id == id } }
}
