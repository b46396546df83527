import Cards
import CurlTransport
import Foundation
import Testing

@testable import CardStreamCordial

/// Pure functions of the protocol: addresses, names, and encoding.
@Suite struct WireTests {
    @Test func `The secret of the token is the digest of keys and version`() {
        var account = CordialAccount(accountKey: "your_account_key", channelKey: "your_channel_key")
        account.device.systemVersion = "17.0"
        #expect(account.tokenSecret == "a2092eb879e3f3cdf107e473894dc6e8")
    }

    @Test func `The address of the message hub follows from that of the event stream`() throws {
        let usual = try AccountAddresses(CordialAccount(accountKey: "a", channelKey: "c"))
        #expect(usual.events.base == "https://events-stream-svc.cordial.com")
        #expect(usual.messageHub.base == "https://message-hub-svc.cordial.com")
        let west = try AccountAddresses(
            CordialAccount(accountKey: "a", channelKey: "c", eventsURL: "events-stream-svc.usw2.cordial.com"))
        #expect(west.messageHub.base == "https://message-hub-svc.usw2.cordial.com")
        let own = try AccountAddresses(
            CordialAccount(
                accountKey: "a", channelKey: "c", eventsURL: "http://127.0.0.1:80/es", messageHubURL: "hub.example/x/"))
        #expect(own.events.base == "http://127.0.0.1/es" && own.messageHub.base == "https://hub.example/x")
        for text in ["http://events.example", "https://", "ftp://x y"] {
            #expect(throws: CordialError.self) {
                try AccountAddresses(CordialAccount(accountKey: "a", channelKey: "c", eventsURL: text))
            }
        }
    }

    @Test func `A contact key may have any character`() {
        var request = CordialRequest(.messageHub, "GET", ["inbox", "messages", "shop:a/b", "d"])
        request.query = [.init(name: "filters[read]", value: "true")]
        #expect(request.target == "/inbox/messages/shop%3Aa%2Fb/d?filters%5Bread%5D=true")
    }

    @Test func `A request has keys, and its token if there is one`() throws {
        let account = CordialAccount(accountKey: "a", channelKey: "c", eventsURL: "https://e.example/x/")
        let addresses = try AccountAddresses(account)
        let post = CordialRequest(.events, "POST", ["mobile", "auth", "s"]).http(account, addresses, token: nil)
        #expect(post.url == "https://e.example/x/mobile/auth/s" && post.body == [] && !post.mayRepeat)
        let names = post.headers.map(\.name)
        #expect(names == ["User-Agent", "Cordial-AccountKey", "Cordial-ChannelKey", "Content-Type", "Accept"])
        #expect(post.headers[0].value.hasPrefix("CordialSDK/") && post.headers[0].value.contains(" iOS/17.0 "))
        let get = CordialRequest(.messageHub, "GET", ["timestamps"]).http(account, addresses, token: "t")
        #expect(get.headers.last?.value == "Bearer t" && get.body == nil && get.mayRepeat)
    }

    @Test(arguments: [
        ("name", true), ("a.b.c", true), ("", false), ("a b", false), ("a..b", false), (".a", false), (" a", false),
    ]) func `Names of attributes`(name: String, isValid: Bool) {
        #expect(ContactAttributes.isValid(name) == isValid)
    }

    @Test func `Dotted attributes become objects, and share their head`() {
        let flat: JSONObject = ["a.b": 1, "name": "Jon", "a.c.d": true, "x.y": .null]
        #expect(
            ContactAttributes.nested(flat)
                == ["a": ["b": 1, "c": ["d": true]], "name": "Jon", "x": ["y": .null]] as JSONObject)
        #expect(ContactAttributes.nested(["a": 1, "a.b": 2]) == ["a": ["b": 2]] as JSONObject)
    }

    @Test func `Attributes have six types`() {
        #expect(AttributeValue.text("x").json == "x" && AttributeValue.text(nil).json == .null)
        #expect(AttributeValue.number(JSONNumber(32)).json == 32 && AttributeValue.bool(true).json == true)
        #expect(AttributeValue.list(["Sofia", "Jack"]).json == ["Sofia", "Jack"])
        #expect(AttributeValue.date(Date(timeIntervalSince1970: 0)).json == "1970-01-01T00:00:00.000Z")
        let place = AttributeValue.place(ContactPlace(city: "Graz", postalCode: "8010", timeZone: "Europe/Vienna"))
        #expect(place.json["city"] == "Graz" && place.json["postal_code"] == "8010")
        #expect(place.json["tz"] == "Europe/Vienna" && place.json["street_address2"] == "")
    }

    @Test func `An event keeps what it knows, without nulls`() {
        let record = EventRecord(
            name: "browse", time: Date(timeIntervalSince1970: 1), messageID: "m",
            location: CordialLocation(latitude: 47.5, longitude: 15.25),
            properties: ["a": .null, "b": ["c": .null, "d": [1, .null]], "text": "line\n\"quoted\""])
        #expect(
            record.json == [
                "event": "browse", "timestamp": "1970-01-01T00:00:01.000Z", "mcID": "m", "lat": 47.5, "lon": 15.25,
                "properties": ["b": ["d": [1]], "text": "line\n\"quoted\""],
            ] as JSONObject)
        let nowhere = EventRecord(
            name: "e", time: Date(timeIntervalSince1970: 1), location: CordialLocation(latitude: 0, longitude: 0),
            properties: ["only": .null])
        #expect(nowhere.json.members.map(\.key) == ["event", "timestamp"])
    }

    @Test(arguments: [(0.0, 9.5), (51.5, 0)])
    func `A place on the equator or the prime meridian is known`(latitude: Double, longitude: Double) {
        let record = EventRecord(
            name: "e", time: Date(timeIntervalSince1970: 1),
            location: CordialLocation(latitude: latitude, longitude: longitude), properties: [:])
        #expect(record.json["lat"]?.number?.double == latitude && record.json["lon"]?.number?.double == longitude)
    }

    @Test(arguments: [(-0.5, false), (0.5, false), (0.999, false), (1, true), (60, true)])
    func `An address is valid while a whole second is left`(left: Double, isValid: Bool) {
        let now = Date(timeIntervalSince1970: 1_000)
        let address = ExpiringAddress(url: "u", expiresAt: now.addingTimeInterval(left))
        #expect(address.isValid(at: now) == isValid)
    }

    @Test(arguments: [
        ("https://a.example/x", "https://a.example/x?cookie-only=1"),
        ("https://a.example/x?b=1", "https://a.example/x?b=1&cookie-only=1"),
        ("https://a.example/x?b=1#part", "https://a.example/x?b=1&cookie-only=1#part"),
        ("https://a.example/?", "https://a.example/?cookie-only=1"),
        ("https://a.example/?cookie-only=1", "https://a.example/?cookie-only=1"),
    ]) func `A link for the browser has its mark`(link: String, marked: String) {
        #expect(LinkAddresses.marked(link) == marked)
    }

    @Test func `A redirect may be relative`() {
        #expect(LinkAddresses.target(of: "/b", from: "https://c.example/a#x") == "https://c.example/b")
        #expect(LinkAddresses.target(of: "//d.example/b", from: "https://c.example/a") == "https://d.example/b")
        #expect(LinkAddresses.target(of: "shop://item/1", from: "https://c.example/a") == "shop://item/1")
        #expect(LinkAddresses.target(of: "", from: "https://c.example/a") == nil)
        #expect(LinkAddresses.isVanity("https://C.example/a#b", ["c.EXAMPLE"]))
        #expect(!LinkAddresses.isVanity("shop://c.example", ["c.example"]))
    }

    @Test func `The last of several marks of a message counts`() {
        let marks = InboxMarks([["read": ["a", "b"]], ["unread": ["a", "c"]], ["read": ["c"]]])
        #expect(marks.read == ["b", "c"] && marks.unread == ["a"])
        #expect(marks.isRead("a") == false && marks.isRead("c") == true && marks.isRead("d") == nil)
    }

    @Test func `A new list of categories is adopted, the same one is not`() {
        let list = [
            NotificationCategory(key: "discounts", name: "Discounts", isOn: true),
            NotificationCategory(key: "new", name: "New", isOn: false),
        ]
        var state = CordialState()
        #expect(state.offer(list) && !state.offer(list) && !state.offer([]))
        #expect(state.setCategory("new", isOn: true) == true)
        #expect(state.setCategory("new", isOn: true) == false && state.setCategory("old", isOn: true) == nil)
        // The user's choices survive when the same list is offered again, but not another list.
        #expect(!state.offer(list) && state.categories.allSatisfy(\.isOn))
        #expect(state.offer(list.reversed()) && state.categories.map(\.key) == ["new", "discounts"])
        #expect(NotificationCategory.attributes(state.categories) == ["crdl_notification_categories": ["discounts"]])
    }
}
