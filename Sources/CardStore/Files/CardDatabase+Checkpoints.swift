import Glibc
import SQLite

/// Checkpoints of the write-ahead log after a burst of writes.
///
/// The program ends without closing its files, so that the shell prompt returns at once. Without these checkpoints, the
/// next start would have to read the whole log of the last burst, tens of megabytes, before its first window.
extension CardDatabase {
    /// The size of the log, in bytes, from which a checkpoint is worthwhile.
    static let checkpointThreshold = 1 << 20
    /// How long nothing must have been stored before a checkpoint.
    static let checkpointDelay = Duration.seconds(1)

    /// The same delay after opening. It is short, because a session may be short, but long enough for the first frame.
    static let openingDelay = Duration.milliseconds(300)

    /// Schedules a checkpoint of the log of an earlier session that ended right after a burst. Otherwise each of
    /// several short sessions would read the whole log, begin a checkpoint and end before it is done.
    func checkpointAfterOpening() {
        if logSize > Self.checkpointThreshold { checkpointWhenQuiet(after: Self.openingDelay) }
    }

    /// Schedules a checkpoint of the write-ahead log, unless another burst of writes begins first. Returns immediately.
    func checkpointWhenQuiet(after delay: Duration = checkpointDelay) {
        let burst = bursts.begin()
        Task.detached(priority: .background) { [weak self] in
            // Ignore errors: after a cancelled sleep the checkpoint only happens sooner.
            try? await Task.sleep(for: delay)
            guard let self, self.bursts.isLatest(burst) else { return }
            do {
                try await self.checkpointIfLarge()
            } catch {
                // The database was closed in the meantime, or the disk is full: the log stays, and the next start reads
                // it.
            }
        }
    }

    /// Checkpoints and empties the write-ahead log, unless it is small, and frees the memory of the burst. Only the
    /// writing connection does this.
    package func checkpointIfLarge() async throws(StoreError) {
        guard logSize > Self.checkpointThreshold else { return }
        try await checkpoint()
    }

    /// The size of the log file in bytes; 0 if there is none.
    private var logSize: Int {
        var status = stat()
        return stat("\(writer.path)-wal", &status) == 0 ? Int(status.st_size) : 0
    }
}
