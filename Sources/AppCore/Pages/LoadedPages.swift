package import Cards

/// The pages of a card that a container has loaded, is loading, or could not load.
package struct LoadedPages: Equatable, Sendable {
    /// The state of a page that was requested and is not loaded.
    package enum Pending: Hashable, Sendable {
        case loading
        case failed(PageFailure)
    }

    /// The components of loaded pages, by name.
    package private(set) var content: [String: [Card.Component]] = [:]
    /// The requested pages that are not loaded, by name.
    package private(set) var pending: [String: Pending] = [:]

    package init() {}

    var isEmpty: Bool { content.isEmpty && pending.isEmpty }
    var isFull: Bool { content.count >= CardLimits.pages }
    /// The pages that are being loaded.
    var loading: [String] { pending.filter { $0.value == .loading }.map(\.key).sorted() }

    mutating func begin(_ name: String) { pending[name] = .loading }
    mutating func fail(_ name: String, _ failure: PageFailure) { pending[name] = .failed(failure) }

    mutating func add(_ components: [Card.Component], as name: String) {
        pending[name] = nil
        content[name] = components
    }

    /// Forgets the pages that are not among these names.
    mutating func keep(_ names: Set<String>) {
        content = content.filter { names.contains($0.key) }
        pending = pending.filter { names.contains($0.key) }
    }

    /// Forgets the requested pages that are not loaded.
    mutating func forgetPending() { pending = [:] }
}

/// Why a page could not be loaded.
package enum PageFailure: Hashable, Sendable {
    /// There is no connection; a later attempt may succeed.
    case offline
    case other(reason: String)
}
