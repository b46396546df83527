package import Basics
package import Canvas
package import Cards

package import struct Foundation.Date

/// The complete state of the viewer, as one value. Only ``update(_:_:)`` and ``adopt(_:)`` change it.
package struct AppState: Equatable, Sendable {
    /// The size of the terminal in cells.
    package var size: Size
    /// The time of the last event. The app has no other clock.
    package var now: Date
    package var settings: ViewerSettings

    // MARK: Screen

    /// The containers of all screens.
    package var containers: [ContainerModel]
    /// Has at least one element, unless there are no containers.
    package var screens: [ScreenModel]
    /// The position of the screen that is shown.
    package var screenIndex = 0
    /// Whether the container with the keyboard focus fills the screen.
    package var isZoomed = false
    package var modalCards = ModalCards()
    /// Layers above the containers, topmost last.
    package var overlays: [Overlay] = []
    package var toasts = ToastQueue()
    /// The error of the theme that is shown to the user.
    package var themeMistake: String?
    package var gallery = PictureGallery()
    package var frames = ShownFrames()
    package var cardsInSight = CardsInSight()

    // MARK: The source

    package var syncStatus: SyncStatus
    package var launch = LaunchPhase.loading
    package var start = StartState()
    package var notifications = NotificationState()
    /// Events on the screen, to be reported to the session.
    var reports = ReportQueue()

    // MARK: User actions

    package var keyboard = KeyboardState()
    package var mouse = MouseState()
    /// The button that was just pressed, while it is highlighted.
    package var pressed: PressedButton?
    /// The values that the user entered into cards.
    package var forms = CardForms()
    package var answers = PendingAnswers()
    var revisions = CardRevisions()
    package var undoWindow = UndoWindow()
    var returning = ReturningCards()
    package var recent = RecentlyUsed()
    /// The last folder of the file browser.
    package var files = FileMemory()
    /// Whether to show the history once it has been read.
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
        if waitingModalCards > 0 {
            let key = settings.keymap.keyText(for: overlays.isEmpty ? .back : .close)
            line.text += Strings.Status.separator + Strings.Status.modalWaits(waitingModalCards, key: key)
        }
        if isZoomed {
            line.text += Strings.Status.separator + Strings.Status.zoomed(key: settings.keymap.keyText(for: .zoom))
        }
        return line
    }

    /// The values that the user has entered into a card so far.
    package func form(of card: CardID) -> FormState { forms[card] ?? FormState() }

    // Inlined like the next property, so that reading it does not copy the state.
    // Whether the next key must wait for a frame, because its effect depends on the result of a pending scroll.
    @inlinable package var awaitsLayout: Bool {
        containers.indices.contains {
            containers[$0].scrollIntent != nil || containers[$0].list.scrollIntent != nil
        }
    }

    /// Whether the cards that the last key moves to are still being read. A frame before they arrive shows nothing new.
    @inlinable package var awaitsJump: Bool { containers.indices.contains { containers[$0].pendingJump != nil } }

    /// Whether cards that the next key may move to are still being read.
    package var awaitsCards: Bool { containers.indices.contains { containers[$0].awaitsCards(in: frames.last) } }
}
