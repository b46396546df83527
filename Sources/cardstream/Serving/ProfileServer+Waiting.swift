internal import AppRuntime
internal import Basics
internal import Cards
internal import FeedServer
internal import FeedStorage
internal import Logging

/// Opens the data directory, waits for it, and explains why it cannot be used.
extension ProfileServer {
    /// How long a program waits while another program has the directory and does not listen. The other program is a
    /// command, or a server that is starting or stopping. `cardstream serve` takes at most eight seconds to end, unless
    /// `--drain` says otherwise.
    static let timeout = Duration.seconds(10)
    /// The polling interval. There is no notification that covers both a released lock and a port that starts to
    /// listen.
    static let pause = Duration.milliseconds(5)

    /// Opens a storage. Waits while another program has the storage and does not listen, because it may be a command
    /// that ends soon.
    ///
    /// - Throws: ``StorageError/inUse(directory:)`` if another server runs.
    func afterCommands<Storage>(_ open: () throws(StorageError) -> Storage) async throws -> Storage {
        let end = ContinuousClock.now + Self.timeout
        while true {
            do throws(StorageError) { return try open() } catch {
                guard case .inUse(directory) = error, ContinuousClock.now < end, try runningAddress() == nil
                else { throw error }
            }
            try await Task.sleep(for: Self.pause)
        }
    }

    /// Opens the feed in this process; nil if another process has it.
    func open(_ setup: Setup, logger: Logger? = nil) async throws -> LocalServer? {
        do {
            var local = try await LocalServer.open(
                directory: directory, user: setup.config.user, stream: setup.config.stream,
                allowsPrivateWebhooks: setup.config.servePrivateWebhooks, logger: logger)
            local.device = setup.device
            // Removes the address that a killed server may have left behind.
            withdraw()
            return local
        } catch StorageError.inUse {
            return nil
        }
    }

    // MARK: Messages

    /// The message if the data directory is still in use after ``timeout``.
    var busy: String {
        suspension
            ?? "another program is using the feed in \(directory.shownAsFile) and does not report its address: stop "
            + "that program, wait until it ends, or use another profile with --profile."
    }

    /// The message if the program that has the feed is suspended, as by Ctrl-Z, and so does not respond. Nil if it is
    /// not suspended.
    var suspension: String? {
        guard let process = ServerStorage.owner(of: directory), ProcessState.isStopped(process) else { return nil }
        return
            "process \(process) has the feed in \(directory.shownAsFile) open and is suspended: resume it with fg in "
            + "its terminal, or stop it with kill -9 \(process)"
    }

    var noSpace: String {
        "No space is left in \(directory.shownAsFile), or a file has reached its size limit: "
            + "nothing was stored. Free some space and try again."
    }

    /// Why the feed cannot be opened, and what to do. For programs that can choose the directory only by choosing a
    /// profile.
    func explanation(of error: any Error) -> String {
        switch error {
        case StorageError.foreign(let path, let owner):
            "Cannot use \(path.shownAsFile): it belongs to another user (uid \(owner)). Run: chown -R USER "
                + "\(path.shownAsFile), or use another profile with --profile."
        case StorageError.unusable(let path, let reason):
            "Cannot use \(path.shownAsFile): \(reason). Check its permissions and the free space, or use another profile "
                + "with --profile."
        case StorageError.newer(let path):
            "\(path.shownAsFile) was written by a later version of cardstream. Update cardstream on this machine, or "
                + "use another profile with --profile."
        case FeedServerError.storage(let cause): explanation(of: cause)
        default: CommandFailure(error).message
        }
    }
}
