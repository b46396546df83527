internal import AppCore
internal import AppRuntime
internal import CardSession
internal import Logging

/// The common start of both kinds of viewer: valid settings, a private folder, the log, the store.
struct ViewerStart {
    let keymap: Keymap
    /// The log is optional: without one the viewer continues and says so.
    let log: LogFile?
    let logger: Logger
    let session: CardSession
    /// Whether actions outlive the viewer: not while another program has the profile's store.
    let keepsActions: Bool
    /// Whether that program is a command, as far as is known: see ``awaitStore(_:)``.
    let waitsForCommand: Bool
    let mailbox = Mailbox<LoopMessage>()
    /// Messages for the user.
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
            // A process that has just opened the store may not have identified itself yet; it counts as a viewer only
            // if it says so.
            let isViewer = CardSession.holder(of: path).map { !$0.isCommand } ?? false
            (keepsActions, waitsForCommand) = (false, !isViewer)
            // A command ends before the user has read the message.
            if isViewer {
                notices.append(
                    "Another viewer has this profile open: this one keeps its cards, and what you do, in memory until that one ends."
                )
            }
        } catch {
            throw CommandFailure(.failure, error.explanation)
        }
    }

    /// Waits for the store of another program and then opens it. Call it after the first frame.
    func awaitStore(_ setup: Setup) {
        guard !keepsActions else { return }
        StoreHandover.begin(
            path: setup.paths.database(profile: setup.config.profile), mailbox: mailbox, logger: logger)
    }
}
