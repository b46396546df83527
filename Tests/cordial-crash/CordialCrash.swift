import Basics
import CardStreamCordial
import Cards
import CurlTransport
import Glibc

/// Records events, orders, carts, marks and deletions for one contact after the other until it is killed, without a network:
/// `cordial-crash DATABASE FIRST`. Each line of the output is the contact and the number of what the library has promised to
/// keep.
@main
struct CordialCrash {
    static func main() async throws {
        var account = CordialAccount(
            accountKey: "account", channelKey: "shop", eventsURL: "http://127.0.0.1/es/",
            messageHubURL: "http://127.0.0.1/hub/")
        account.databasePath = CommandLine.arguments[1]
        let client = try CordialClient(
            account,
            network: CordialNetwork(send: { _ throws(TransportError) in throw .noNetwork("there is none") }),
            clock: .live)
        let nowhere = CordialOrder.Address(name: "", address: "", city: "", state: "", postalCode: "", country: "")
        let first = Int(CommandLine.arguments[2]) ?? 0
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
            // Straight to the pipe: a buffer would hide promises.
            let line = Array("\(contact) \(number)\n".utf8)
            guard write(1, line, line.count) == line.count else { return }
            number += 1
        }
    }
}
