package import Canvas

/// What became of a request.
package enum PictureState: Equatable, Sendable {
    case waiting
    case ready(Picture)
    /// The reason, as a part of a sentence.
    case failed(reason: String)
}

/// The pictures of the cards in sight, and as many others as there is memory for: what scrolls back into sight is
/// there at once.
package struct PictureGallery: Equatable, Sendable {
    private struct Entry: Equatable {
        var state: PictureState
        var lastFrame: Int
    }

    /// Bytes of decoded pictures that are kept.
    static let maxBytes = 32 << 20
    /// Reasons and pictures together.
    static let maxEntries = 1000

    private var entries: [PictureRequest: Entry] = [:]
    private var bytes = 0
    private var frame = 0
    /// What was asked for last.
    private(set) var wanted: [PictureRequest] = []

    package init() {}

    package subscript(request: PictureRequest) -> PictureState { entries[request]?.state ?? .waiting }

    package var isEmpty: Bool { entries.isEmpty }

    /// Takes note of what a frame has places for. Returns what is to be got now, or nil when nothing changed since.
    mutating func show(_ requests: [PictureRequest]) -> [PictureRequest]? {
        if requests.isEmpty, wanted.isEmpty { return nil }
        frame += 1
        var missing: [PictureRequest] = []
        for request in requests {
            if entries[request] != nil {
                entries[request]?.lastFrame = frame
            } else if !missing.contains(request) {
                missing.append(request)
            }
        }
        guard missing != wanted else { return nil }
        wanted = missing
        return missing
    }

    package mutating func receive(_ request: PictureRequest, _ state: PictureState) {
        bytes += Self.size(of: state) - Self.size(of: self[request])
        entries[request] = Entry(state: state, lastFrame: frame)
        wanted.removeAll { $0 == request }
        if bytes > Self.maxBytes || entries.count > Self.maxEntries { evict() }
    }

    /// Asks again for what could not be loaded.
    mutating func forgetFailures() {
        entries = entries.filter { if case .failed = $0.value.state { false } else { true } }
    }

    private static func size(of state: PictureState) -> Int {
        if case .ready(let picture) = state { picture.cost } else { 0 }
    }

    /// Those out of sight go, the longest unseen first, until a quarter is free.
    private mutating func evict() {
        let hidden = entries.filter { $0.value.lastFrame < frame }.sorted { $0.value.lastFrame < $1.value.lastFrame }
        for (request, entry) in hidden {
            guard bytes > Self.maxBytes / 4 * 3 || entries.count > Self.maxEntries / 4 * 3 else { return }
            entries[request] = nil
            bytes -= Self.size(of: entry.state)
        }
    }
}
