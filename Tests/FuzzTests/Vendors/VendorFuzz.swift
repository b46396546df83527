import Basics
import Cards
import Foundation
import MessageHTML
import Support
import VendorClient

@testable import CardStreamComapi
@testable import CardStreamCordial

/// Input from the services of vendors.
enum VendorFuzz {
    static let targets = [comapi, cordial, html]

    /// A conversation becomes a card that a server accepts, whatever its messages and events are.
    static let comapi = FuzzTarget(
        name: "comapi", longest: 1500,
        seeds: [
            #"{"name":"conversationMessage.sent","eventId":"e","conversationId":"c","conversationEventId":5,"payload":{"messageId":"m","context":{"from":{"id":"ben","name":"Ben"},"sentOn":"2026-01-15T09:05:00Z","conversationId":"c"},"parts":[{"type":"text/plain","data":"Hi *all* @ana"}],"metadata":{}}}"#,
            #"{"latestEventId":9,"earliestEventId":3,"messages":[{"id":"m","sentEventId":4,"context":{"from":{"id":"ben"},"sentOn":"2026-01-15T09:05:00Z"},"parts":[{"name":"a.png","type":"image/png","url":"https://x.y/a.png","size":12}],"statusUpdates":{"ana":{"status":"read","on":"2026-01-15T09:06:00Z"}}}],"orphanedEvents":[{"id":3,"data":{"name":"read","payload":{"messageId":"m","timestamp":"2026-01-15T09:05:00Z"},"profileId":"cy"}}]}"#,
            #"{"name":"conversation.participantAdded","conversationId":"c","payload":{"profileId":"cy","role":"owner"}}"#,
            #"{"name":"conversation.update","conversationId":"c","payload":{"id":"c","name":"New","description":"d","roles":{"owner":{"canSend":true}}}}"#,
            #"{"name":"conversation.participantTyping","conversationId":"c","payload":{"profileId":"ben"}}"#,
            #"{"id":"p","firstName":"Ana","lastName":"Diaz","_createdOn":"2026-01-15T09:05:00Z"}"#,
        ].map { Array($0.utf8) },
        words: [
            "\"name\":", "\"payload\":", "conversationMessage.", "delivered", "conversation.", "\"context\":",
            "\"parts\":[",
            "\"sentEventId\":", "9223372036854775807", "-1", "\"url\":\"https://", "\"statusUpdates\":",
            "orphanedEvents", "\"messages\":[",
        ]
    ) { input in
        guard let json = (try? JSONParser.parse(input.bytes))?.object else { return }
        guard let conversation = Conversation(["id": "c", "name": "C"]) else {
            throw PropertyViolation(description: "no conversation")
        }
        var thread = ConversationThread(
            Conversation(json) ?? conversation, participants: [Participant("ana", role: .owner), Participant("ben")])
        let page = MessagePage(json, conversationID: "c")
        thread.load([page, page])
        if let message = ConversationMessage(json, conversationID: "c") { thread.add(message) }
        if let event = ConversationEvent(json, conversationID: "c") {
            _ = thread.apply(event, at: .fixed)
            var sequence = EventSequence()
            for number in [page.latestEventID, event.conversationEventID ?? page.earliestEventID, 0] {
                let missing = sequence.missing(before: number, in: "c")
                try require(missing.map { $0.upperBound < number } ?? true, "missing \(missing.debugDescription)")
                sequence.advance(to: number, in: "c")
            }
        }
        thread.findNew(for: "ana")
        var newer = ConversationThread(conversation, participants: thread.participants)
        newer.load([page])
        newer.keep(thread)
        var people = PeopleNames(me: "ana")
        if let profile = ComapiProfile(json) { people.know([profile], areAll: true) }
        for thread in [thread, newer] {
            let card = ConversationCard(thread: thread, people: people, zone: .utc)
            let body = card.body
            // The source provides the pages of older messages.
            let problems = CardValidation.problems(in: body.encoded()).filter { !"\($0)".contains("has no pages") }
            try requireEqual(problems, [], "the card")
            try requireEqual(try CardBody.decode(body.encoded()), body, "written and read again")
            _ = (card.priority, card.isRead, card.page(Array(thread.messages), isAll: false))
        }
    }

    /// A message becomes a card that a server accepts, and its stored form means the same.
    static let cordial = FuzzTarget(
        name: "cordial", longest: 1500,
        seeds: [
            #"{"_id":"m","url":"https://x.y/c","urlExpireAt":"2026-02-01T00:00:00Z","read":false,"sentAt":"2026-01-15T09:05:00Z","metadata":{"title":"Sale *now*","subtitle":"s","imageUrl":"https://x.y/i.png","text":"t","link":"https://x.y","carousel":[{"imageUrl":"https://x.y/1.png","link":"https://x.y/1"}]}}"#,
            #"{"currentPage":1,"lastPage":2,"perPage":10,"total":11,"messages":[{"_id":"m","url":"u","urlExpireAt":"2026-02-01T00:00:00Z","read":true,"sentAt":"2026-01-15T09:05:00Z"}]}"#,
            #"{"mcID":"m","deepLink":"{\"url\":\"https://x.y\",\"fallbackUrl\":\"https://x.z\"}","aps":{"alert":{"title":"t","body":"b"}},"system":{"inbox":{},"iam":{"type":"banner_up","left":5,"right":200}},"carousel":"[{\"imageURL\":\"https://x.y/i\"}]"}"#,
            #"{"message":{"type":"modal","left":5,"expirationTime":"2026-01-15T09:05:00Z"},"content":"<p>Hi <a href='https://x.y'>go</a><input id=a name=b required><button onclick=\"Cordial.close()\">x</button>","wasShown":true}"#,
        ].map { Array($0.utf8) },
        words: [
            "\"metadata\":{", "\"title\":", "\"imageUrl\":", "\"link\":", "\"content\":\"",
            "<input type=radio name=a id=b>",
            "<select><option>", "<button>", "<a href=", "\"carousel\":", "\"system\":", "\"iam\":", "https://",
            "banner_bottom",
        ]
    ) { input in
        guard let json = (try? JSONParser.parse(input.bytes))?.object else { return }
        if let message = InboxMessage(json) {
            try requireEqual(InboxMessage(message.json), message, "written and read again")
            let card = InboxCard(message, vanityDomains: ["x.y"])
            try requirePublishable(card.body, "the card of the inbox")
        }
        if let page = InboxPage(json) { _ = page.hasNext }
        if let push = CordialPush(payload: json) { _ = push.inApp?.isExpired(at: .fixed) }
        if let entry = InAppEntry(row: json, id: "m") {
            try requireEqual(InAppEntry(row: entry.stored, id: "m"), entry, "stored and read again")
            if let message = InAppMessage(entry) {
                try requirePublishable(InAppCard(message).body, "the card of a message")
            }
        }
        if let text = json.text("link") {
            let marked = LinkAddresses.marked(text)
            try requireEqual(LinkAddresses.marked(marked), marked, "marked twice")
        }
        for page in MessageContent(input.text).pages {
            try requirePublishable(CardBody(components: page), "a page of the content")
        }
    }

    private static func requirePublishable(_ body: CardBody, _ words: String) throws {
        let bytes = body.encoded()
        // The source provides the pages.
        let problems = CardValidation.problems(in: bytes).filter { !"\($0)".contains("has no pages") }
        try requireEqual(problems, [], words)
        try requireEqual(try CardBody.decode(bytes), body, "\(words), written and read again")
    }

    /// A document to read, or one with fields and buttons, becomes components that a server accepts.
    static let html = FuzzTarget(
        name: "html", longest: 1000,
        seeds: [
            "<h1>Sale &amp; more</h1><p>One <b>bold <i>both</i></b><br>Two</p><ul><li>a<ol><li>b</ol></ul><img src=https://x.y/i.png alt=i>",
            "<table><tr><th>Size<th>Price<tr><td>M<td>5</table><pre>a\n  b</pre><a href='https://x.y/a b'>go</a><video src=v>",
            "<form><label for=a>L</label><input id=a required value=1 type=number><select id=s><option value=1 selected>x</select><textarea id=t>y</textarea><button onclick=\"Cordial.close()\">ok</button></form>",
        ].map { Array($0.utf8) },
        words: [
            "<p>", "</p>", "<b>", "<i>", "<a href=\"https://", "<ul><li>", "<table><tr><td>", "<input type=", "radio",
            "checkbox", "<select>",
            "<option>", "<script>", "<style>", "<!--", "<![CDATA[", "&nbsp;", "&#x1F600;", "<pre>", "<svg>",
            "<template>", "style=\"display:none\"",
        ]
    ) { input in
        for linksAreButtons in [false, true] {
            let content = HTMLContent(input.text, linksAreButtons: linksAreButtons)
            try requirePublishable(CardBody(components: content.readable), "the document")
        }
        let row: JSONObject = ["message": ["type": "modal"], "content": .string(input.text)]
        guard let entry = InAppEntry(row: row, id: "m"), let message = InAppMessage(entry) else { return }
        try requirePublishable(InAppCard(message, vanityDomains: ["x.y"]).body, "the card of a message")
    }
}
