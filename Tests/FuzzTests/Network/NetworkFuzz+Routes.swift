import CardSources
import FeedAPI

@testable import FeedServer

/// Addresses, and the cursors in them.
extension NetworkFuzz {
    /// A valid address is written as one that means the same.
    static let routes = FuzzTarget(
        name: "routes", longest: 1024,
        seeds: [
            "GET /v1/streams/ops/snapshot?page=a-1%3A5%3A9%3Ac1&limit=10&filters=%5B%5D", "GET /v1/cards/c1?wait=30",
            "GET /v1/streams/ops/changes?since=e-12", "GET /v1/streams/ops/cards/c1/pages/p%2F1", "GET /metrics",
            "POST /v1/uploads?stream=s&card=c&bucket=b&key=0123456789abcdef", "GET /v1/outcomes?since=e-1&limit=3",
            "GET /v1/cards?stream=s&user=u&status=active&after=e-9&limit=3", "GET /v1/asks/a1?wait=5",
            "GET /v1/audit?ask=a&since=2026-01-01&after=1&limit=2", "PUT /v1/groups/night%20shift",
            "POST /v1/invitations/exchange", "GET /v1/webhooks/w1/dead", "GET /v1/asks?all=true&limit=2",
            "PUT /v1/streams/ops/theme",
        ].map { Array($0.utf8) },
        words: [
            "GET ", "POST ", "DELETE ", "/v1/", "streams/", "?limit=", "&since=", "&filters=", "%5B%7B", "%00", "%FF",
        ]
    ) { input in
        let words = input.text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let route = try? FeedRoute(method: String(words[0]), target: String(words[1])) else {
            return
        }
        try requireEqual(try FeedRoute(method: route.method, target: route.target), route, "written and read again")
    }

    /// A valid cursor is written as one that means the same.
    static let positions = FuzzTarget(
        name: "positions", longest: 1100,
        seeds: ["abc-12:5:1700000000000:card", "a-9223372036854775807:z-1:-5:c:d", "e-1"].map { Array($0.utf8) },
        words: [":", "-", "9223372036854775807", "-9223372036854775808"]
    ) { input in
        if let cursor = FeedCursor(rawValue: input.text), let parts = cursor.parts {
            let again = FeedCursor(epoch: parts.epoch, sequence: parts.sequence).parts
            try require(again?.epoch == parts.epoch && again?.sequence == parts.sequence, "the cursor \(cursor)")
        }
        guard let token = try? PageToken(text: input.text) else { return }
        try requireEqual(try PageToken(text: token.text), token, "written and read again")
    }
}
