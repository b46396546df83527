import Cards
import CordialEmulator

import struct Foundation.Date

/// The messages of the shop in the demo.
enum ShopMessages {
    /// The contact key of the user.
    static let contact = "ana@example.com"

    private struct Message {
        let id: String
        let title: String
        let subtitle: String
        /// The name of a tracked link in ``links``.
        let link: String
        /// The age of the message at the start of the demo, in minutes.
        let age: Double
        let html: String
    }

    /// The target URLs of the tracked links, by name.
    private static let links = [
        "track": "https://shop.example/orders/10482", "sale": "https://shop.example/sale/knitwear",
        "lamp": "https://shop.example/products/harbour-lamp", "care": "https://shop.example/care/wool",
        "boots": "https://shop.example/products/rain-boots",
    ]

    private static let messages = [
        Message(
            id: "order-10482", title: "Your order is on its way", subtitle: "It arrives tomorrow between 9 and 12.",
            link: "track", age: 12,
            html: """
                <h1>Your order is on its way</h1>
                <p>Order <b>10482</b> left our store this morning. It arrives <i>tomorrow between 9 and 12</i>.</p>
                <ul><li>Jumper "Skagen", navy, M</li><li>2 pairs of wool socks</li></ul>
                <p><a href="LINK">Track the parcel</a></p>
                """),
        Message(
            id: "sale", title: "20% off all knitwear", subtitle: "Until Sunday, online and in our stores.",
            link: "sale", age: 190,
            html: """
                <h1>20% off all knitwear</h1>
                <p>Jumpers, hats and scarves, <strong>until Sunday</strong>.</p>
                <ol><li>Choose what you like.</li><li>The discount is applied in the cart.</li></ol>
                <p><a href="LINK">See the knitwear</a> or <a href="https://shop.example/stores">find a store</a>.</p>
                """),
        Message(
            id: "lamp", title: "Back in stock: the \"Harbour\" lamp", subtitle: "You asked us to let you know.",
            link: "lamp", age: 1500,
            html: """
                <h2>The "Harbour" lamp is back</h2>
                <p>You asked us to let you know. We have <b>14</b> in stock.</p>
                <p><a href="LINK">See the lamp</a></p>
                """),
        Message(
            id: "care", title: "How wool stays soft", subtitle: "How to wash wool, in two lines.", link: "care",
            age: 4500,
            html: """
                <h2>How wool stays soft</h2>
                <p>Wash it rarely, cold, and by itself.<br>Let it dry on a towel.</p>
                <p><a href="LINK">More about wool</a></p>
                """),
    ]

    /// The pictures of the message with several pictures: the file, the title, and the name of the tracked link.
    private static let presents = [
        (file: "fjord.jpg", title: "Poster \"Fjord\", 50 × 70 cm", link: "poster"),
        (file: "dice.png", title: "Three dice made of horn", link: "dice"),
        (file: "globe.gif", title: "Desk globe", link: "globe"),
        (file: "compass.svg", title: "Compass \"Skerry\"", link: "compass"),
        (file: "leaf.svg", title: "Pressed leaves, framed", link: "leaf"),
    ]

    private static let banner = """
        <p><b>Free delivery today.</b> <a href="#" onclick="crdlAction('LINK', 'banner_followed')">Shop now</a></p>
        """

    /// The event that the form sends.
    static let formEvent = "size_survey"

    private static let form = """
        <h1>Which size is yours?</h1>
        <p>Tell us your size, and we'll show you only clothes that fit.</p>
        <label for="size">Size</label>
        <select id="size"><option value="S">S</option><option value="M" selected>M</option><option value="L">L</option></select>
        <label for="height">Height in cm</label><input id="height" type="number">
        <label for="letters">Email me about new clothes</label><input id="letters" type="checkbox">
        <button onclick="crdlCaptureAllInputs('\(formEvent)')">Send</button>
        """

    /// Creates the messages and links of the start.
    ///
    /// - Parameter pictures: The beginning of the URLs of pictures.
    static func fill(_ service: inout CordialService, baseURL: String, pictures: String, at now: Date) {
        let products = presents.map { ($0.link, "https://shop.example/products/\($0.link)") }
        for (name, target) in Array(links) + products {
            service.links[name] = EmulatedLink(target, messageID: "link-\(name)")
        }
        for message in messages { deliver(message, &service, baseURL, at: now) }
        deliverPresents(&service, baseURL, pictures, at: now)
        // The viewer shows the newest in-app message first.
        service.announce(
            "form", to: contact, content: form, ["type": "modal"], sentAt: now.addingTimeInterval(-120))
        service.announce(
            "banner", to: contact, content: banner.replacing("LINK", with: "\(baseURL)/click/sale"),
            ["type": "banner_up"], sentAt: now.addingTimeInterval(-60))
    }

    /// Delivers a message that arrives while the user is looking.
    static func deliverLater(_ service: inout CordialService, baseURL: String, at now: Date) {
        let message = Message(
            id: "boots", title: "The boots you looked at are now cheaper",
            subtitle: "The \"Skerry\" rain boots now cost €49, down from €79.", link: "boots", age: 0,
            html: """
                <h1>A lower price</h1>
                <p>The "Skerry" rain boots now cost <b>€49</b>, down from €79, while stocks last.</p>
                <p><a href="LINK">See the boots</a></p>
                """)
        deliver(message, &service, baseURL, at: now)
    }

    /// Delivers a message of thanks after the user has sent the form, at most once.
    static func answerForm(_ service: inout CordialService, at now: Date) {
        guard service.isRead("thanks", of: contact) == nil,
            let answer = service.records.events.last(where: { $0["event"]?.string == formEvent }),
            answer["primaryKey"]?.string == contact
        else { return }
        let size = answer["properties"]?["size"]?.string ?? "your size"
        service.deliver(
            "thanks", to: contact,
            content: """
                <h1>Thank you</h1>
                <p>From now on, we'll show you what we have in <b>\(escaped(size))</b>. Use this code for 10% off your next order:</p>
                <p><code>ANA-10</code></p>
                """,
            metadata: ["title": "Thank you: 10% off your next order", "subtitle": "For telling us your size."],
            sentAt: now)
    }

    private static func deliver(_ message: Message, _ service: inout CordialService, _ baseURL: String, at now: Date) {
        let link = "\(baseURL)/click/\(message.link)"
        service.deliver(
            message.id, to: contact, content: message.html.replacing("LINK", with: link),
            metadata: [
                "title": .string(message.title), "subtitle": .string(message.subtitle), "deepLink": .string(link),
            ], sentAt: now.addingTimeInterval(-message.age * 60))
    }

    /// Delivers a message with several pictures, each with a link.
    private static func deliverPresents(
        _ service: inout CordialService, _ baseURL: String, _ pictures: String, at now: Date
    ) {
        let slides = presents.map { present -> JSONValue in
            [
                "imageURL": .string(pictures + present.file), "title": .string(present.title),
                "deepLink": .string("\(baseURL)/click/\(present.link)"),
            ]
        }
        let links = presents.map { "<li><a href=\"\(baseURL)/click/\($0.link)\">\(escaped($0.title))</a></li>" }
        service.deliver(
            "presents", to: contact,
            content:
                "<h1>Five presents under €20</h1><p>All of them arrive before the holidays.</p><ul>\(links.joined())</ul>",
            metadata: [
                "title": "Five presents under €20", "subtitle": "All of them arrive before the holidays.",
                "carousel": .array(slides),
            ], sentAt: now.addingTimeInterval(-40 * 60))
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
