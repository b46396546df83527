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
    package var zone: LocalZone
    /// What a week of the calendar begins with.
    package var firstWeekday: Weekday = .monday
    package var keymap: Keymap
    /// How often the server is asked while there is no push connection, in seconds; for the status line.
    package var pollingSeconds: Int

    package var features: TerminalFeatures
    /// The colours that the user gives to categories, as themes write them, by name in small letters.
    package var categories: [String: String] = [:]
    /// Whether nothing shall flash or run.
    package var reducesMotion = false
    /// Whether the mouse is ours; else the terminal selects text with it.
    package var usesMouse = true
    /// Whether the screen is a part of another program's: containers alone, without a status line, and nothing at all
    /// where they have nothing to show.
    package var isEmbedded = false
    /// What is said before there was ever a card; nil leaves it to the containers.
    package var firstSteps: FirstSteps?
    /// Whether the host gives runtime variables their values.
    package var resolvesVariables = false

    /// The containers of all screens.
    package var containers: [ContainerModel]
    /// At least one, unless there are no containers.
    package var screens: [ScreenModel]
    /// The position of the screen that is shown.
    package var screenIndex = 0
    /// The modal container that came up last.
    package var raisedModal: ContainerID?
    /// Until when keys are not meant for it.
    var modalGrace: Date?
    /// Whether the container with the keys has the screen to itself.
    package var isZoomed = false
    /// Layers above the containers, topmost last.
    package var overlays: [Overlay]
    /// What is shown to be wrong with the theme.
    package var themeMistake: String?
    package var toasts: ToastQueue
    package var syncStatus: SyncStatus
    package var launch: LaunchPhase
    /// What the user entered, by card. Entries of cards that closed are dropped with the response.
    package var forms: [CardID: FormState]
    /// The pictures of cards.
    package var gallery: PictureGallery
    /// Where the file browser was last.
    package var files: FileMemory
    /// Forms that changed in the update under way.
    var changedForms: Set<CardID>
    /// Replies that the source does not have yet, with what they took from their forms.
    var replies = SentReplies()
    /// What follows a submit once the server has it.
    package var afterSubmit: [CardID: ButtonAction.Submission]
    /// Submits whose answer is not there yet.
    package var sending = Sending()
    /// Whether the history that is being read is to be shown.
    var isHistoryWanted = false
    /// Which cards have been seen.
    package var seenTracker = SeenTracker()
    /// Which cards have been read.
    var readTracker = SeenTracker()
    /// Which cards will dismiss themselves.
    var autoDismissals = AutoDismissals()
    /// What was run from the palette, and what cards were filtered by, newest first.
    package internal(set) var recentCommands: [Command] = []
    package internal(set) var recentFilters: [String] = []
    /// The command that was given a card last.
    var lastCommand = ""
    /// Whether the terminal has the keyboard; true where it does not report it.
    package var isFocused = true
    /// For which new cards the user is called while it has not.
    package var notifications = NotificationRules()
    /// When the user was called last, and how many cards have come since.
    var lastCall: Date?
    var uncalled = 0
    /// The notifications that are shown and can be answered, oldest first.
    var sentNotifications: [SentNotification] = []
    /// What was done a moment ago.
    package var undoWindow = UndoWindow()
    /// What happened and has not been reported to the session, see ``drainReports()``.
    var reports: [EventReport] = []
    /// What the user is answering a card by.
    var actionSource = SDKEvent.ActionSource.unknown
    /// The containers whose cards stand on the screen.
    var displayed: [ContainerID] = []
    /// The card to go back to as soon as it is there again. Only for a moment, and not past the user's next key:
    /// nothing moves by itself.
    var returning: Returning?

    /// Until when a card that comes up over the others was asked for.
    var heldAskedUntil: Date?

    struct Returning: Equatable, Sendable {
        var card: CardID
        var until: Date
        /// Seconds; the store needs a few milliseconds.
        static let timeout = 1.0
    }
    /// Answers and feedback that a card's next edition bears on.
    var revisions = CardRevisions()
    /// Keys and clicks that are not meant for what is on the screen.
    var staleKeyGuard: StaleKeyGuard?
    var staleClickGuard = StaleClickGuard()
    /// What was asked of a card out of sight: for a moment another key does not act instead.
    var deferred: DeferredCommand?

    struct DeferredCommand: Equatable, Sendable {
        var command: Command
        var until: Date
        /// Seconds; long enough to see that nothing happened.
        static let attention = 1.0
    }
    /// When the first cards came; a moment later the selection holds.
    var firstCardsAt: Date?
    /// Cards that come back because the user asked for them: they are not marked as new.
    var comingBack: ComingBack?

    struct ComingBack: Equatable, Sendable {
        var cards: Set<CardID>
        var until: Date
        /// Seconds; of a thousand cards the last comes after some of them.
        static let timeout = 2.0
    }
    /// Where the cards stood whose answers are on their way.
    var origins: [CardID: ContainerID] = [:]
    /// Cards whose answer is on its way into the store, with the version that was answered: a second key must not
    /// answer the same card twice.
    package var answered: [CardID: Int64]
    /// The container whose scroll bar the mouse holds.
    package var dragging: ContainerID?
    /// The button just pressed, for as long as it shows.
    package var pressed: PressedButton?
    /// Keys of a sequence that is not complete yet.
    package var pendingKeys: [KeyChord]
    /// Whether the user has moved or acted yet.
    package var hasInteracted: Bool
    /// What the last frame looked like.
    package var lastFrame: FrameReport
    /// What the frame on the screen looks like; nil where nothing presents frames.
    var presentedFrame: FrameReport?
    /// Whether the last frame shows this state as it is: since it was drawn no event came, and what it found out
    /// changes nothing in it. Such a frame need not be drawn again.
    package internal(set) var isDrawn = false

    package init(
        size: Size, now: Date, zone: LocalZone = .utc, keymap: Keymap = .standard, pollingSeconds: Int = 15,
        features: TerminalFeatures = TerminalFeatures(), containers: [ContainerModel],
        screens: [ScreenModel] = [], syncStatus: SyncStatus = SyncStatus()
    ) {
        self.size = size
        self.now = now
        self.zone = zone
        self.keymap = keymap
        self.pollingSeconds = pollingSeconds
        self.features = features
        self.containers = containers
        self.screens = screens
        if screens.isEmpty, let first = containers.first {
            self.screens = [ScreenModel(name: first.id.rawValue, title: first.title, .container(first.id))]
        }
        for index in self.containers.indices { self.containers[index].use(zone) }
        self.overlays = []
        self.toasts = ToastQueue()
        self.syncStatus = syncStatus
        self.launch = .loading
        self.forms = [:]
        self.gallery = PictureGallery()
        self.files = FileMemory()
        self.changedForms = []
        self.afterSubmit = [:]
        self.answered = [:]
        self.pendingKeys = []
        self.hasInteracted = false
        self.lastFrame = FrameReport()
    }

    /// A button that shows that its press was taken.
    package struct PressedButton: Equatable, Sendable {
        package var card: CardID
        package var position: Int
        package var until: Date

        package init(card: CardID, position: Int, until: Date) {
            self.card = card
            self.position = position
            self.until = until
        }

        /// Seconds: long enough to see, too short to wait for.
        static let duration = 0.15
    }

    package var statusLine: StatusLine {
        var line = StatusLine(syncStatus, at: now, in: zone, pollingSeconds: pollingSeconds)
        if syncStatus.heldCards > 0 {
            let key = modal == nil ? keymap.keyText(for: .showHeld) : ""
            line.text += Strings.Status.separator + Strings.Held.waiting(syncStatus.heldCards, key: key)
        }
        if isZoomed { line.text += Strings.Status.separator + Strings.Status.zoomed(key: keymap.keyText(for: .zoom)) }
        return line
    }

    /// What the user entered into a card so far.
    package func form(of card: CardID) -> FormState { forms[card] ?? FormState() }

    /// Whether the next key must wait for a frame: its outcome depends on what scrolling is about to show.
    package var awaitsLayout: Bool {
        containers.indices.contains {
            containers[$0].scrollIntent != nil || containers[$0].list.scrollIntent != nil
        }
    }

    /// Whether the cards that the last key goes to are still being read: a frame before they come shows nothing new.
    package var awaitsJump: Bool { containers.indices.contains { containers[$0].pendingJump != nil } }

    /// Whether cards are still being read that the next key might go to.
    package var awaitsCards: Bool { containers.indices.contains { containers[$0].awaitsCards(in: lastFrame) } }
}
