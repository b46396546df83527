import FeedAPI

@testable import FeedServer

/// Files that viewers upload.
extension NetworkFuzz {
    private static let form = """
        --b\r\nContent-Disposition: form-data; name="file"; filename="a %22b%22.png"\r\nContent-Type: image/png; q=1\r
        \r\nBYTES\r\n--b\r\nContent-Disposition: form-data; name=note\r\n\r\n\r\n--b--\r\n
        """

    /// The parts are the same regardless of how the network splits them, and no bytes are added.
    static let multipart = FuzzTarget(
        name: "multipart", seeds: [Array(form.utf8)],
        words: ["\r\n--b", "--", "\r\n\r\n", "Content-Disposition: form-data; name=", "filename=\"", "\\\"", ";"]
    ) { input in
        var input = input
        let pieces = input.pieces()
        let whole = events([input.bytes[...]])
        try requireEqual(whole.map(Joined.init), events(pieces).map(Joined.init), "whole and in pieces")
        let size = whole?.reduce(0) { if case .data(let bytes) = $1 { $0 + bytes.count } else { $0 } } ?? 0
        try require(size <= input.bytes.count, "\(size) bytes of \(input.bytes.count)")
    }

    /// The events; nil if the body is refused.
    private static func events(_ pieces: [ArraySlice<UInt8>]) -> [MultipartReader.Event]? {
        guard var reader = try? MultipartReader(contentType: "multipart/form-data; boundary=b") else { return nil }
        var events: [MultipartReader.Event] = []
        for piece in pieces {
            guard let found = try? reader.feed(Array(piece)) else { return nil }
            events += found
        }
        return reader.isComplete ? events : nil
    }

    /// The events, with the content of each part in one event.
    private struct Joined: Equatable {
        var events: [MultipartReader.Event] = []

        init(_ all: [MultipartReader.Event]) {
            for event in all {
                if case .data(let bytes) = event, case .data(let earlier)? = events.last {
                    events[events.count - 1] = .data(earlier + bytes)
                } else {
                    events.append(event)
                }
            }
        }
    }
}
