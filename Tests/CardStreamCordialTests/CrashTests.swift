import Cards
import CordialEmulator
import CordialSupport
import Foundation
import Support
import Testing

@testable import CardStreamCordial

@Suite struct CrashTests {
    private var program: URL {
        Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
            .appending(path: "cordial-crash")
            ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "cordial-crash")
    }

    /// The writer sets another contact every seven events. Then everything that waits for the previous contact must be
    /// removed, and everything that was promised for the last contact must be stored.
    @Test func `After kill -9 nothing of the contact is lost, and nothing goes to another one`() async throws {
        try await withDatabase { path in
            var random = SeededGenerator(seed: 9)
            for round in 0..<8 {
                let promised = try run(path, from: round * 1_000_000, bytes: Int.random(in: 1...400, using: &random))
                let emulated = EmulatedAccount()
                let client = try emulated.client(databasePath: path)
                let contact = try #require(try await client.contact.current().primaryKey)
                let stored = try await StoredData(client)
                #expect(stored.owners == [contact])
                await client.events.flush()
                let events = await emulated.records.events
                #expect(events.allSatisfy { $0["primaryKey"] == .string(contact) })
                #expect(events.allSatisfy { $0["properties"]?["contact"] == .string(contact) })
                let orders = await emulated.records.orders
                #expect(orders.allSatisfy { $0["primaryKey"] == .string(contact) })
                #expect(orders.allSatisfy { $0["order"]?["status"] == .string(contact) })
                let requests = await emulated.records.requests
                let deletions = requests.filter { $0.hasPrefix("DELETE") }
                #expect(
                    deletions.allSatisfy { $0.contains("/inbox/message/\(contact)/") && $0.contains("/\(contact)-") })
                let known = Set(events.compactMap { $0["properties"]?["number"]?.string })
                let ordered = Set(orders.compactMap { $0["order"]?["orderID"]?.string })
                let deleted = Set(deletions.compactMap { $0.split(separator: "-").last.map(String.init) })
                let contacts = await emulated.records.contacts
                #expect(contacts.allSatisfy { $0["primaryKey"] == .string(contact) })
                let attributes = Set(contacts.flatMap { $0["attributes"]?.object?.members.map(\.key) ?? [] })
                #expect((stored.marks + stored.inAppMessages + attributes).allSatisfy { $0.hasPrefix(contact) })
                // The promises after the last one for another contact.
                let last = promised.reversed().prefix { $0.hasPrefix(contact) }
                for number in last.map({ String($0.split(separator: " ")[1]) }) {
                    #expect(known.contains(number) && ordered.contains(number) && deleted.contains(number), "\(number)")
                    let name = "\(contact)-\(number)"
                    #expect(stored.marks.contains(name) && stored.inAppMessages.contains(name), "\(number)")
                    #expect(attributes.contains(name), "\(number)")
                }
                // The newest cart has the highest promised number, or the number that was being written.
                if let newest = last.first.map({ $0.split(separator: " ")[1] }) {
                    let cart = await emulated.records.carts.last
                    let number = cart?["cartitems"]?.array?.first?["name"]?.string.flatMap { Int($0) }
                    #expect(cart?["primaryKey"] == .string(contact) && number ?? 0 >= Int(newest) ?? 0)
                }
                #expect(await client.events.flush().waiting == 0)
            }
        }
    }

    /// Either the contact is unset and the service is notified once, or it is still set and the service is not
    /// notified.
    @Test func `After kill -9 an unset contact is logged out once, and nothing is sent for it`() async throws {
        try await withDatabase { path in
            let emulated = EmulatedAccount()
            // A contact is only logged out if the service knows it.
            _ = try await emulated.joined(as: "ana", databasePath: path)
            var random = SeededGenerator(seed: 11)
            for _ in 0..<8 {
                let promised = try run(path, "leave", bytes: Int.random(in: 1...40, using: &random))
                let client = try emulated.client(databasePath: path)
                let isOut = try await client.contact.isUnset()
                let before = await emulated.records
                await client.events.flush()
                let after = await emulated.records
                let logouts = after.logouts.dropFirst(before.logouts.count)
                if isOut {
                    // The contact of the last promise, or the next one.
                    #expect(logouts.count == 1)
                    let order = ["ana": "ben", "ben": "ana"]
                    let left = try #require(logouts.first?["primaryKey"]?.string)
                    let last = promised.last ?? "ben"
                    #expect(left == last || left == order[last])
                    #expect(after.events.count == before.events.count)
                } else {
                    #expect(logouts.isEmpty)
                    let contact = try #require(try await client.contact.current().primaryKey)
                    #expect(
                        after.events.dropFirst(before.events.count).allSatisfy {
                            $0["primaryKey"] == .string(contact) && $0["properties"]?["contact"] == .string(contact)
                        })
                }
                await client.events.flush()
                #expect(await emulated.records.logouts.count == after.logouts.count)
            }
        }
    }

    /// The contents of an account's file.
    private struct StoredData {
        /// The contacts to whom the waiting rows belong.
        var owners: Set<String?> = []
        var marks: [String] = []
        var inAppMessages: [String] = []

        init(_ client: CordialClient) async throws {
            (owners, marks, inAppMessages) = try await client.store.read { access in
                let rows = try WaitingKind.allCases.flatMap { try access.waiting($0) }
                return (
                    Set(rows.map(\.owner)), InboxMarks(try access.waiting(.mark).map(\.body)).read,
                    try access.inAppFlow().entries.map(\.id)
                )
            }
        }
    }

    /// The lines that the writer has written before it is killed.
    private func run(_ path: String, from first: Int, bytes: Int) throws -> [String] {
        try run(path, String(first), bytes: bytes)
    }

    private func run(_ path: String, _ argument: String, bytes: Int) throws -> [String] {
        let process = Process()
        process.executableURL = program
        process.arguments = [path, argument]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var output = Data()
        while output.count < bytes {
            let chunk = pipe.fileHandleForReading.availableData
            try #require(!chunk.isEmpty, "the writer ended by itself")
            output += chunk
        }
        #expect(kill(process.processIdentifier, SIGKILL) == 0)
        output += pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        // The last piece is an incomplete line, or empty.
        return lines.dropLast().map(String.init)
    }
}
