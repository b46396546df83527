package import Canvas

/// The state of a picture request.
package enum PictureState: Equatable, Sendable {
    case waiting
    case ready(Picture)
    /// The reason, as part of a sentence.
    case failed(reason: String)
}

/// The pictures of the cards in sight, and a cache of other pictures, so that a card that scrolls back into sight shows
/// its pictures immediately.
package struct PictureGallery: Equatable, Sendable {
    private struct Entry: Equatable {
        var state: PictureState
        var lastFrame: Int
    }

    /// The maximum size of all decoded pictures in bytes.
    static let maxBytes = 32 << 20
    /// The maximum number of entries, including failures.
    static let maxEntries = 1000

    private var entries: [PictureRequest: Entry] = [:]
    private var bytes = 0
    private var frame = 0
    /// The pictures that were requested last.
    private(set) var wanted: [PictureRequest] = []

    package init() {}

    package subscript(request: PictureRequest) -> PictureState { entries[request]?.state ?? .waiting }

    package var isEmpty: Bool { entries.isEmpty }

    /// Records the pictures that a frame needs. Returns the pictures to load now; nil if they are the same as before.
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

    /// Allows pictures that failed to load to be requested again.
    mutating func forgetFailures() {
        entries = entries.filter { if case .failed = $0.value.state { false } else { true } }
    }

    private static func size(of state: PictureState) -> Int {
        if case .ready(let picture) = state { picture.cost } else { 0 }
    }

    /// Evicts pictures that are out of sight, the longest unseen first, until a quarter of the space is free.
    private mutating func evict() {
        let hidden = entries.filter { $0.value.lastFrame < frame }.sorted { $0.value.lastFrame < $1.value.lastFrame }
        for (request, entry) in hidden {
            guard bytes > Self.maxBytes / 4 * 3 || entries.count > Self.maxEntries / 4 * 3 else { return }
            entries[request] = nil
            bytes -= Self.size(of: entry.state)
        }
    }
}
