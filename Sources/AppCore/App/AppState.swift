package import Basics
package import Canvas
package import Cards

package import struct Foundation.Date

/// Everything the viewer shows and remembers, as one value. Changed only by ``update(_:_:)`` and ``adopt(_:)``.
package struct AppState: Equatable, Sendable {
    /// The terminal's size.
    package var size: Size
    /// The time of the last event: the only clock there is.
    package var now: Date
    package var settings: ViewerSettings

    // MARK: What is on the screen

    /// The containers of all screens.
    package var containers: [ContainerModel]
    /// At least one, unless there are no containers.
    package var screens: [ScreenModel]
    /// The position of the screen that is shown.
    package var screenIndex = 0
    /// Whether the container with the keys has the screen to itself.
    package var isZoomed = false
    package var modalCards = ModalCards()
    /// Layers above the containers, topmost last.
    package var overlays: [Overlay] = []
    package var toasts = ToastQueue()
    /// What is shown to be wrong with the theme.
    package var themeMistake: String?
    /// The pictures of cards.
    package var gallery = PictureGallery()
    package var frames = ShownFrames()
    package var cardsInSight = CardsInSight()

    // MARK: The source

    package var syncStatus: SyncStatus
    package var launch = LaunchPhase.loading
    package var start = StartState()
    package var notifications = NotificationState()
    /// What happens on the screen, for the session.
    var reports = ReportQueue()

    // MARK: What the user does

    package var keyboard = KeyboardState()
    package var mouse = MouseState()
    /// The button just pressed, for as long as it shows.
    package var pressed: PressedButton?
    /// What the user entered.
    package var forms = CardForms()
    package var answers = PendingAnswers()
    var revisions = CardRevisions()
    package var undoWindow = UndoWindow()
    var returning = ReturningCards()
    package var recent = RecentlyUsed()
    /// Where the file browser was last.
    package var files = FileMemory()
    /// Whether the history that is being read is to be shown.
    var isHistoryWanted = false

    package init(
        size: Size, now: Date, zone: LocalZone = .utc, keymap: Keymap = .standard, pollingSeconds: Int = 15,
        features: TerminalFeatures = TerminalFeatures(), containers: [ContainerModel],
        screens: [ScreenModel] = [], syncStatus: SyncStatus = SyncStatus()
    ) {
        self.size = size
        self.now = now
        self.settings = ViewerSettings(
            zone: zone, keymap: keymap, pollingSeconds: pollingSeconds, features: features)
        self.containers = containers
        self.screens = screens
        if screens.isEmpty, let first = containers.first {
            self.screens = [ScreenModel(name: first.id.rawValue, title: first.title, .container(first.id))]
        }
        for index in self.containers.indices { self.containers[index].use(zone) }
        self.syncStatus = syncStatus
    }

    package var statusLine: StatusLine {
        var line = StatusLine(
            syncStatus, at: now, in: settings.zone, pollingSeconds: settings.pollingSeconds)
        if syncStatus.heldCards > 0 {
            let key = modal == nil ? settings.keymap.keyText(for: .showHeld) : ""
            line.text += Strings.Status.separator + Strings.Held.waiting(syncStatus.heldCards, key: key)
        }
        if isZoomed {
            line.text += Strings.Status.separator + Strings.Status.zoomed(key: settings.keymap.keyText(for: .zoom))
        }
        return line
    }

    /// What the user entered into a card so far.
    package func form(of card: CardID) -> FormState { forms[card] ?? FormState() }

    // Inlined like the next, so that asking for it copies no state.
    /// Whether the next key must wait for a frame: its outcome depends on what scrolling is about to show.
    @inlinable package var awaitsLayout: Bool {
        containers.indices.contains {
            containers[$0].scrollIntent != nil || containers[$0].list.scrollIntent != nil
        }
    }

    /// Whether the cards that the last key goes to are still being read: a frame before they come shows nothing new.
    @inlinable package var awaitsJump: Bool { containers.indices.contains { containers[$0].pendingJump != nil } }

    /// Whether cards are still being read that the next key might go to.
    package var awaitsCards: Bool { containers.indices.contains { containers[$0].awaitsCards(in: frames.last) } }
}
