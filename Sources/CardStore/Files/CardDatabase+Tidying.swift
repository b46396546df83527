import Glibc
import SQLite

/// Folding the write-ahead log into the database once a burst of cards is over.
///
/// The program ends without closing its files, because a prompt must be back at once. Without this the next start would
/// read all of the log that the last burst left, tens of megabytes, before its first window.
extension CardDatabase {
    /// From which size the log is worth folding, in bytes.
    static let tidyThreshold = 1 << 20
    /// How long nothing must have been stored.
    static let tidyDelay = Duration.seconds(1)

    /// The same after opening: short, because a session may be, and behind the first paint.
    static let openingDelay = Duration.milliseconds(300)

    /// Folds what a session left that ended right after a burst. Otherwise one short session after the other would read
    /// all of it, begin to fold it at its end, and be ended before that is done.
    func tidyAfterOpening() {
        if logSize > Self.tidyThreshold { tidyWhenQuiet(after: Self.openingDelay) }
    }

    /// Folds the log when no other burst begins before that. Returns at once.
    func tidyWhenQuiet(after delay: Duration = tidyDelay) {
        let burst = bursts.begin()
        Task.detached(priority: .background) { [weak self] in
            // A cancelled sleep only means that the log is folded sooner.
            try? await Task.sleep(for: delay)
            guard let self, self.bursts.isLatest(burst) else { return }
            do {
                try await self.tidy()
            } catch {
                // Closed meanwhile, or a full disk: the log stays, and the next start reads it.
            }
        }
    }

    /// Folds the log into the database and empties it, unless it is small, and gives back the memory of the burst. Only
    /// the writing connection does this.
    package func tidy() async throws(StoreError) {
        guard logSize > Self.tidyThreshold else { return }
        try await checkpoint()
    }

    /// The size of the log's file, in bytes; 0 without one.
    private var logSize: Int {
        var status = stat()
        return stat("\(writer.path)-wal", &status) == 0 ? Int(status.st_size) : 0
    }
}
