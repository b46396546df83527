package import AppCore
package import Cards

/// What other threads send to the main thread: events without their time, and what concerns the loop or its runner alone.
/// The loop puts on the time when it reads them, so that all events of one frame agree about it.
package enum LoopMessage: Sendable {
    case event(AppEvent.Kind)
    /// A window of a container, which is an event while its query is still the container's own.
    case window(ContainerID, FeedQuery, CardWindow)
    /// The drafts under way are on disk, or could not be written.
    case draftsWritten(failed: Set<DraftKeeper.Place>)
    /// A reply is on the disk in place of its draft, or could not be stored.
    case replySettled(DraftKeeper.Place)
    /// The reports under way are on disk, or could not be written.
    case reported
    /// A stream may have another theme of its publisher.
    case themeChanged(StreamID)
    /// The task of one effect is over. Every started task posts this exactly once, last of all.
    case effectEnded
    /// Another part of the program asks to stop, for example the embedded server that broke down.
    case stop(ExitStatus)
}
