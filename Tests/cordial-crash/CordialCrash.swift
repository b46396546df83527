import Basics
import CardStreamCordial
import Cards
import CurlTransport
import Glibc

/// Records events for one contact after the other until it is killed, without a network: `cordial-crash DATABASE FIRST`. Each
/// line of the output is the contact and the number of an event that
/// ``CardStreamCordial/CordialEvents/send(_:properties:)`` has promised to keep.
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
        let first = Int(CommandLine.arguments[2]) ?? 0
        var number = first
        while true {
            let contact = number / 7 % 2 == 0 ? "ana" : "ben"
            if number == first || number % 7 == 0 { try await client.contact.set(contact) }
            try await client.events.send(
                "event", properties: ["contact": .string(contact), "number": .string("\(number)")])
            // Straight to the pipe: a buffer would hide promises.
            let line = Array("\(contact) \(number)\n".utf8)
            guard write(1, line, line.count) == line.count else { return }
            number += 1
        }
    }
}
