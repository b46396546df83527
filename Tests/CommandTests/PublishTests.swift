import AppRuntime
import ArgumentParser
import Basics
import Cards
import CurlTransport
import FeedAPI
import FeedTransport
import Foundation
import Testing

@testable import cardstream

struct PublishTests {
    private func warnings(_ text: String) -> CardWarnings {
        CardWarnings(CardFile(Array(text.utf8), isLines: true), name: "cards.jsonl", now: Date())
    }

    @Test func `similar warnings are listed a few times, and then counted`() {
        let line = #"{"content":[{"type":"headline","text":"A"}],"expires":"2030-01-01"}"#
        let other = #"{"content":[{"type":"headline","text":"A"},{"type":"txt","text":"B"}]}"#
        let many = warnings(([String](repeating: line, count: 3_000) + [other]).joined(separator: "\n"))
        #expect(many.count == 3_001)
        #expect(many.listed.map(\.place.line) == [1, 2, 3, 3_001])
        #expect(many.lines.last == "2997 more warnings; `cardstream lint` lists all warnings of cards.jsonl")
        #expect(many.lines[4].contains("Did you mean \"text\"?"))
        #expect(warnings(line).lines.count == 2 && warnings(line).lines[0] == "1 warning:")
        #expect(warnings(#"{"content":[{"type":"headline","text":"A"}]}"#).lines.isEmpty)
    }

    @Test func `no more than twenty different warnings are listed`() {
        let lines = (0..<50).map { #"{"content":[{"type":"headline","text":"{{a\#($0)}}"}]}"# }
        let many = warnings(lines.joined(separator: "\n"))
        #expect(many.listed.count == 20 && many.lines.last?.hasPrefix("30 more warnings") == true)
    }

    private func problems(_ text: String) -> [String] {
        CardInput.problems(of: CardFile(Array(text.utf8), isLines: true)).map(\.text)
    }

    @Test func `unknown members are reported in addition to the errors of their card`() {
        #expect(
            problems(#"{"content":[{"type":"headline","txt":"A"}]}"#) == [
                "/content/0/text: expected a string, found nothing",
                "/content/0/txt: unknown member \"txt\". Did you mean \"text\"?",
            ])
        #expect(problems(#"{"tittle":"x"}"#).last?.hasPrefix("/tittle: unknown member \"tittle\". ") == true)
        let fine = #"{"content":[{"type":"headline","text":"A"}],"expires":"2030-01-01"}"#
        #expect(problems(fine).isEmpty)
        #expect(problems(fine + "\n" + "{}").count == 1)
        let members = (0..<30).map { #""a\#($0)":1"# }.joined(separator: ",")
        let many = problems("{\(members)}\n{}")
        #expect(many.count == 20 && many.count { $0.hasPrefix("/content: expected") } == 2)
    }

    @Test func `each of several cards has a key derived from the given one, and a single card has the key itself`()
        throws
    {
        let input = CardInput(name: "-", streamID: StreamID("ops"), users: [], fallbackUser: "me", key: "k")
        let card = #"{"content":[{"type":"headline","text":"A"}]}"#
        #expect(try input.requests(Array(card.utf8), isLines: true).map(\.key) == ["k"])
        let lines = "\(card)\n{\"key\":\"own\",\"card\":\(card)}\n\(card)"
        #expect(try input.requests(Array(lines.utf8), isLines: true).map(\.key) == ["k", "own", "k-3"])
    }

    @Test func `the key of a card does not depend on how many follow`() throws {
        let input = CardInput(name: "-", streamID: StreamID("ops"), users: [], fallbackUser: "me", key: "k")
        let cards = (1...3).map { #"{"content":[{"type":"headline","text":"\#($0)"}]}"# }
        let keys = try (1...3).map { count in
            try input.requests(Array(cards.prefix(count).joined(separator: "\n").utf8), isLines: true).map(\.key)
        }
        #expect(keys == [["k"], ["k", "k-2"], ["k", "k-2", "k-3"]])
        let array = "[\(cards.joined(separator: ","))]"
        #expect(try input.requests(Array(array.utf8), isLines: false).map(\.key) == keys[2])
    }

    @Test(arguments: [true, false]) func `a byte order mark is skipped`(isLines: Bool) throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let file = CardFile(mark + Array(#"{"content":[]}"#.utf8), isLines: isLines)
        #expect(file.mistakes.isEmpty && file.cards.count == 1)
        let wrong = CardFile(mark + Array(#"{"content":1}"#.utf8), isLines: isLines)
        #expect(CardInput.problems(of: wrong).map(\.place) == [JSONPlace(line: 1, column: 12)])
    }

    @Test func `users are split at commas, as ask splits them`() throws {
        let help = Publish.helpMessage(columns: 200)
        #expect(help.contains("The users who receive the card, separated by commas"))
        #expect(try AskFlags.users(["ana,bo", " cy"], "--user") == ["ana", "bo", "cy"])
    }

    @Test(arguments: [
        (nil, "no closed cards yet"), ("start", "no closed cards yet"),
        ("e-1", "no cards were closed after this cursor"),
    ])
    func `no outcomes after a cursor are not no outcomes`(since: String?, words: String) {
        #expect(OutcomesCommand.emptyMessage(since: since) == words)
    }

    /// A client of a server that refuses this many requests with a status and `Retry-After: 0`, and then accepts.
    private func caller(refusing count: Int, status: Int) -> (caller: FeedHTTPClient, attempts: Lock<Int>) {
        let attempts = Lock(0)
        let endpoint = FeedEndpoint(baseURL: "http://127.0.0.1:1", environmentID: "e", apiKey: "k")
        let client = FeedHTTPClient(endpoint: endpoint) { _, _ throws(FeedError) in
            let number = attempts.withLock { number in
                number += 1
                return number
            }
            guard number <= count else {
                let receipt = PublishReceipt(cards: [.init(id: "c", user: "ana", streamID: "ops", status: .active)])
                return HTTPResponse(
                    status: 201, headers: [HTTPHeader("Content-Type", FeedHeader.json)],
                    body: FeedCoder.encode(receipt))
            }
            return HTTPResponse(
                status: status,
                headers: [HTTPHeader("Content-Type", FeedHeader.problem), HTTPHeader("Retry-After", "0")],
                body: FeedCoder.encode(Problem(.notReady, status: status)))
        }
        return (client, attempts)
    }

    @Test func `a response of another kind names the place of its mistake`() async throws {
        let endpoint = FeedEndpoint(baseURL: "http://127.0.0.1:1", environmentID: "e", apiKey: "k")
        let client = FeedHTTPClient(endpoint: endpoint) { _, _ throws(FeedError) in
            HTTPResponse(
                status: 201, headers: [HTTPHeader("Content-Type", FeedHeader.json)], body: Array("[]".utf8))
        }
        let error = await #expect(throws: FeedError.self) {
            _ = try await client.publish(request, limits: HTTPLimits())
        }
        let words = CommandFailure(try #require(error)).message
        #expect(words.contains("the response cannot be read at the top level of the JSON: "), "\(words)")
    }

    private let request = PublishRequest(streamID: "ops", users: ["ana"], key: "k", body: Array("{}".utf8))

    @Test(arguments: [500, 503, 504])
    func `a publication is repeated if the server says when to try again`(status: Int) throws {
        let (caller, attempts) = caller(refusing: 2, status: status)
        let (answered, told) = (Lock(0), Lock(0))
        let sender = CardSender(caller: caller, timeout: .seconds(40)) { _, count in
            answered.withLock { $0 = count }
        } repeating: { _ in
            told.withLock { $0 += 1 }
        }
        try sender.send([request])
        #expect(attempts.withLock { $0 } == 3 && answered.withLock { $0 } == 1 && told.withLock { $0 } == 1)
    }

    @Test func `a question is repeated if the server says when to try again`() async throws {
        let (caller, attempts) = caller(refusing: 1, status: 503)
        let request = request
        let receipt = try await FeedHTTPClient.repeating { () throws(FeedError) in
            try await caller.publish(request, limits: HTTPLimits())
        }
        #expect(receipt.cards.count == 1 && attempts.withLock { $0 } == 2)
    }

    @Test func `a request is repeated after the pause that the server asks for, or not at all`() {
        let usual = Duration.seconds(2)
        func pause(_ status: Int, after seconds: Double?, isUnknown: Bool = false) -> Duration? {
            FeedError.server(Problem(.notReady, status: status), retryAfter: seconds)
                .pauseBeforeRepeating(isUnknown: isUnknown, usual: usual)
        }
        #expect(
            pause(503, after: 5) == .seconds(5) && pause(503, after: 1) == usual && pause(500, after: 3) == .seconds(3))
        #expect(pause(503, after: nil) == nil && pause(503, after: nil, isUnknown: true) == usual)
        #expect(pause(507, after: 5) == nil && pause(429, after: 5) == nil && pause(500, after: nil) == nil)
    }

    private func failure(
        _ error: FeedError, _ range: Range<Int>, of count: Int, isUnknown: Bool, isKeyGiven: Bool = false
    ) -> CommandFailure {
        let requests = (0..<count).map {
            PublishRequest(streamID: StreamID("ops"), users: ["me"], key: PublicationKey("k-\($0)"), body: [])
        }
        let failure = CardSender.Failure(error: error, request: range, isUnknown: isUnknown)
        let again = Publish.again(requests, key: "k", isKeyGiven: isKeyGiven)
        return Publish.failure(failure, of: requests, again: again)
    }

    @Test func `a publication with unknown result is reported as such, with a remedy`() {
        let some = failure(.network("reset"), 3..<6, of: 8, isUnknown: true)
        #expect(some.status == .unknown)
        #expect(
            some.message.contains(
                "it is not known whether cards 4 to 6 were published; 3 earlier cards were published; 2 later cards were "
                    + "not sent. To be sure, repeat the command with --key k: nothing is published twice."),
            "\(some.message)")
        let one = failure(.network("reset"), 0..<1, of: 1, isUnknown: true, isKeyGiven: true)
        #expect(
            one.message.contains(
                "it is not known whether the card was published. To be sure, repeat the same command"))
    }

    @Test func `a mistake in a later request is reported with the line of the file and the number of published cards`()
    {
        let problem = Problem(.badCard, line: 2)
        let refused = failure(.server(problem, retryAfter: nil), 1_000..<1_500, of: 2_000, isUnknown: false)
        #expect(refused.status == .failure)
        #expect(refused.message.contains("line 1002"), "\(refused.message)")
        #expect(
            refused.message.hasSuffix(
                "(1000 of 2000 cards were published; to publish the rest, repeat the command with --key k)"),
            "\(refused.message)")
    }

    @Test(arguments: [
        (["anna"], [], "user anna is new to this server, which has no users yet"),
        (["anna", "anna"], [], "user anna is new to this server, which has no users yet"),
        (["anna"], ["ana", "ben"], "user anna is new to this server; did you mean \"ana\"?"),
        (["ben"], ["me"], "user ben is new to this server; known: me"),
        (["zo\u{202E}e"], ["zoe"], "user zo\\u{202e}e is new to this server; did you mean \"zoe\"?"),
        (["zoe"], ["ana lima", "a,b", "bo"], "user zoe is new to this server; known: \"ana lima\", \"a,b\", bo"),
        (["zoe"], ["ana", "benjamin"], "user zoe is new to this server; known: ana, benjamin"),
        (
            ["a", "b", "c", "d", "e", "f"], ["u", "v", "w", "x", "y", "z"],
            "users a, b, c, d, e, … are new to this server; known: u, v, w, x, y, …"
        ),
    ])
    func `users that a server does not know are named`(new: [String], known: [String], words: String) {
        #expect(Recipients.message(new: new, known: known) == words)
    }

    @Test(
        arguments: [
            (["opps"], ["ops", "inbox"], false, "stream \"opps\" is new to this server; did you mean \"ops\"?"),
            (["shop"], ["ops", "inbox"], false, "stream \"shop\" is new to this server; known: \"ops\", \"inbox\""),
            (
                ["shop"], [], true,
                "stream \"shop\" is new to this feed, and no screen of this profile shows it; known: \"inbox\""
            ),
            (
                ["inbx", "shop"], ["news"], true,
                "streams \"inbx\", \"shop\" are new to this feed, and no screen of this profile shows them; "
                    + "known: \"news\", \"inbox\""
            ),
            // Without cards of others, no name can be a misspelling of another.
            (["shop"], [], false, nil), (["ops"], ["ops"], false, nil), (["inbox"], ["ops"], false, nil),
            (["inbox"], [], true, nil),
        ] as [([String], [String], Bool, String?)])
    func `streams that possibly no viewer shows are named`(
        new: [String], known: [String], isOwnFeed: Bool, words: String?
    ) {
        #expect(NewStreams(new, configured: ["inbox"]).message(known: known, isOwnFeed: isOwnFeed) == words)
    }

    @Test(
        arguments: [
            (["inbox"], ["inbox"], "no screen of this profile shows stream \"inbox\"; shown: \"s1\""),
            (
                ["inbox", "new", "s1"], ["inbox"],
                "no screen of this profile shows streams \"inbox\", \"new\"; shown: \"s1\""
            ),
            (["s1"], ["inbox"], nil),
        ] as [([String], [String], String?)])
    func `streams that no screen shows are named every time, also the default one`(
        streams: [String], known: [String], words: String?
    ) {
        #expect(NewStreams(streams, configured: ["s1"]).message(known: known, isOwnFeed: true) == words)
    }

    @Test func `the time limit of responses does not limit --wait`() throws {
        #expect { try Publish.parse(["Hi", "--wait", "--timeout", "1s"]) } throws: {
            Publish.message(for: $0).contains("use --expires")
        }
        #expect(throws: Never.self) { try Publish.parse(["Hi", "--wait", "--expires", "1s"]) }
    }

    @Test(
        arguments: [
            (nil, nil, nil), ("inbx", nil, "no cards in inbx; `cardstream metrics` lists the streams that have cards"),
            (nil, "wrok", "no cards in the profile \"wrok\"; did you mean \"work\"?"),
            (nil, "home", "no cards in the profile \"home\"; other profiles: default, work"),
        ] as [(String?, String?, String?)])
    func `a name that may be misspelt is reported if no card is found`(
        stream: String?, profile: String?, words: String?
    ) {
        let known = ["default", "work"]
        #expect(CardsCommand.emptyMessage(isFiltered: false, stream: stream, profile: profile, known: known) == words)
    }

    @Test func `a webhook is named by its id or the beginning of it`() throws {
        let ids: [WebhookID] = ["958dfbf1-0000", "958dfb00-0000", "5c0e7b1e-0000"]
        #expect(try WebhookChoice.id("5c0e7b1e", among: ids) == ids[2])
        #expect(try WebhookChoice.id("958dfb00-0000", among: ids) == ids[1])
        #expect(throws: CardReference.ambiguous("958d", ids.prefix(2).map(\.rawValue))) {
            try WebhookChoice.id("958d", among: ids)
        }
        for (unknown, words) in [
            ("dead", "no webhook \"dead\"; `cardstream admin webhooks` lists the webhooks"),
            ("5c0", "no webhook has the id \"5c0\"; the beginning of an id needs at least 4 characters"),
        ] {
            #expect(throws: CommandFailure(.nothingMatched, words)) { try WebhookChoice.id(unknown, among: ids) }
        }
    }

    @Test func `an invitation is named by its id or the beginning of it`() throws {
        let ids: [InvitationID] = ["958dfbf1-0000", "958dfb00-0000", "5c0e7b1e-0000"]
        #expect(try InviteCommand.id("5c0e", among: ids) == ids[2])
        #expect(try InviteCommand.id("958dfbf1-0000", among: ids) == ids[0])
        #expect(#expect(throws: CommandFailure.self) { try InviteCommand.id("958d", among: ids) }?.status == .usage)
        #expect(
            #expect(throws: CommandFailure.self) { try InviteCommand.id("dead", among: ids) }?.status == .nothingMatched
        )
    }
}
