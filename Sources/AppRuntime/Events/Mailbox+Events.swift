package import AppCore
package import Cards

/// Which of a container's windows replace each other while they wait.
private struct WindowKey: Hashable {
    let container: ContainerID
    let query: FeedQuery
}

extension Mailbox<LoopMessage> {
    /// Posts an event.
    /// - Parameter key: Events under the same key replace each other while they wait.
    package func post(_ event: AppEvent.Kind, replacing key: AnyHashable? = nil) {
        post(LoopMessage.event(event), replacing: key)
    }

    /// Posts a window. It replaces one of the same query only: the last window of an older query may come after the first of
    /// the present one, which would be lost with it.
    package func post(_ window: CardWindow, of query: FeedQuery, in container: ContainerID) {
        post(
            .window(container, query, window), replacing: AnyHashable(WindowKey(container: container, query: query)))
    }
}
