package import AppCore
package import Cards

/// Identifies the windows of a container that replace each other while they wait.
private struct WindowKey: Hashable {
    let container: ContainerID
    let query: FeedQuery
}

extension Mailbox<LoopMessage> {
    /// Posts an event.
    /// - Parameter key: Events with the same key replace each other while they wait.
    package func post(_ event: AppEvent.Kind, replacing key: AnyHashable? = nil) {
        post(LoopMessage.event(event), replacing: key)
    }

    /// Posts a window. It only replaces a window of the same query. Otherwise, the last window of an older query could
    /// replace the first window of the current query, which would be lost.
    package func post(_ window: CardWindow, of query: FeedQuery, in container: ContainerID) {
        post(
            .window(container, query, window), replacing: AnyHashable(WindowKey(container: container, query: query)))
    }
}
