package import AppCore
package import Cards

/// A message from another thread to the main thread: an event without its time, or a notice for the loop or its
/// ``EffectRunner``. The loop adds the time when it reads the messages, so that all events of a frame have the same
/// time.
package enum LoopMessage: Sendable {
    case event(AppEvent.Kind)
    /// A window of cards for a container. It becomes an event only if its query is still the container's current one.
    case window(ContainerID, FeedQuery, CardWindow)
    /// The drafts that were being written are on disk, or could not be written.
    case draftsWritten(failed: Set<DraftKeeper.Place>)
    /// A reply was stored in place of its draft, or could not be stored.
    case replySettled(DraftKeeper.Place)
    /// The reports that were being written are on disk, or could not be written.
    case reported
    /// The publisher's theme for a stream may have changed.
    case themeChanged(StreamID)
    /// The task of an effect has ended. Every started task posts this exactly once, as its last message.
    case effectEnded
    /// Another part of the program requests a stop, for example the embedded server after a failure.
    case stop(ExitStatus)
}
