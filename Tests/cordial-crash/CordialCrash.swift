import Basics
import CardStreamCordial
import Cards
import CurlTransport
import Glibc

/// Works without a network until it is killed. Each line of the output is a promise of the library to keep some data.
///
/// - `cordial-crash DATABASE FIRST` records events, orders, carts, marks, deletions, attributes and in-app messages for
///   one contact after the other. A line is the contact and the number.
/// - `cordial-crash DATABASE leave` sets one contact after the other, and unsets it. A line is the contact that was
///   unset.
@main
struct CordialCrash {
    static func main() async throws {
        var account = CordialAccount(
            accountKey: "account", channelKey: "shop", eventsURL: "http://127.0.0.1/es/",
            messageHubURL: "http://127.0.0.1/hub/")
        account.databasePath = CommandLine.arguments[1]
        account.delivery = .silentPushes
        let client = try CordialClient(
            account,
            network: CordialNetwork(send: { _ throws(TransportError) in throw .noNetwork("there is none") }),
            clock: .live)
        if CommandLine.arguments[2] == "leave" {
            try await leave(client)
        } else {
            try await record(client, from: Int(CommandLine.arguments[2]) ?? 0)
        }
    }

    private static func leave(_ client: CordialClient) async throws {
        while true {
            for contact in ["ana", "ben"] {
                try await client.contact.set(contact)
                try await client.events.send("event", properties: ["contact": .string(contact)])
                try await client.contact.unset()
                guard printPromise(contact) else { return }
            }
        }
    }

    private static func record(_ client: CordialClient, from first: Int) async throws {
        let nowhere = CordialOrder.Address(name: "", address: "", city: "", state: "", postalCode: "", country: "")
        var number = first
        while true {
            let contact = number / 7 % 2 == 0 ? "ana" : "ben"
            if number == first || number % 7 == 0 { try await client.contact.set(contact) }
            let properties: JSONObject = ["contact": .string(contact), "number": .string("\(number)")]
            try await client.events.send("event", properties: properties)
            var order = CordialOrder(
                id: "\(number)", status: contact, storeID: "", customerID: "", shippingAddress: nowhere,
                billingAddress: nowhere, items: [])
            order.properties = properties
            try await client.commerce.send(order)
            var item = CartItem(productID: contact, name: "\(number)", sku: "", category: "", quantity: 1)
            item.properties = properties
            try await client.commerce.setCart([item])
            try await client.inbox.mark(["\(contact)-\(number)"], isRead: true)
            try await client.inbox.delete("\(contact)-\(number)")
            try await client.contact.update(["\(contact)-\(number)": .bool(true)])
            if let push = CordialPush(payload: [
                "mcID": .string("\(contact)-\(number)"), "system": ["iam": ["displayType": "displayOnAppOpenEvent"]],
            ]) {
                try await client.pushes.handle(push, .silent)
            }
            guard printPromise("\(contact) \(number)") else { return }
            number += 1
        }
    }

    private static func printPromise(_ text: String) -> Bool {
        // Writes directly to the pipe, because a buffer would lose promises.
        let line = Array("\(text)\n".utf8)
        return write(1, line, line.count) == line.count
    }
}
