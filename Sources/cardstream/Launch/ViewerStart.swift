internal import AppCore
internal import AppRuntime
internal import CardSession
internal import Logging

/// What both ways of showing the stream begin with: settings that are right, a place of one's own, the log, the store.
struct ViewerStart {
    let keymap: Keymap
    /// Nothing of use depends on the log: without one the viewer goes on, and says so.
    let log: LogFile?
    let logger: Logger
    let session: CardSession
    /// Whether what the user does outlives the viewer: not while another program has the profile's store.
    let keepsActions: Bool
    /// Whether that is a command, as far as is known yet: see ``awaitStore(_:)``.
    let waitsForCommand: Bool
    let mailbox = Mailbox<LoopMessage>()
    /// What the user is to be told.
    var notices: [String] = []

    init(_ setup: Setup) throws {
        try setup.requireScreen()
        keymap = try KeymapFile(path: setup.paths.keysFile).load()
        try PrivateFile.makeDirectory(setup.paths.state)
        try PrivateFile.makeDirectory("\(setup.paths.state)/\(setup.config.profile)")
        do {
            log = try LogFile(path: setup.paths.logFile)
        } catch {
            log = nil
            notices.append("There is no log: \(error)")
        }
        logger = log?.logger("viewer", level: setup.config.logLevel) ?? .none
        let path = setup.paths.database(profile: setup.config.profile)
        do {
            session = try CardSession(.file(path: path))
            (keepsActions, waitsForCommand) = (true, false)
            if let notice = session.openingNotice { notices.append(notice) }
        } catch .inUse {
            session = try CardSession(.memory)
            // Who has just taken it has not said so yet: only who says that they are a viewer is one.
            let isViewer = CardSession.holder(of: path).map { !$0.isCommand } ?? false
            (keepsActions, waitsForCommand) = (false, !isViewer)
            // A command ends before one has read it.
            if isViewer {
                notices.append(
                    "Another viewer has this profile open: this one keeps its cards, and what you do, in memory until that one ends."
                )
            }
        } catch {
            throw CommandFailure(.failure, error.explanation)
        }
    }

    /// Gets the store that another program has, once it has ended. To be called behind the first frame.
    func awaitStore(_ setup: Setup) {
        guard !keepsActions else { return }
        StoreHandover.begin(
            path: setup.paths.database(profile: setup.config.profile), mailbox: mailbox, logger: logger)
    }
}
