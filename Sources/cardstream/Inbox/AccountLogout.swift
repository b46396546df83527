internal import AppRuntime
internal import Basics
internal import CardStreamCordial
internal import Cards

/// The accounts of messages of a profile that logs out. What waits in their files is sent first, and their services are notified.
struct AccountLogout: Sendable {
    private let accounts: [(name: String, client: CordialClient, stored: StoredActions)]

    /// Those that have a file.
    init(_ setup: Setup) throws {
        accounts = try setup.sources.filter { $0.kind == SourceKind.cordial.name }.compactMap { source in
            let place = setup.place(of: source)
            guard PrivateFile.exists(CordialFile.path(in: place.folder)) else { return nil }
            return (source.name, try CordialClient(source, place), StoredActions(of: source, setup))
        }
    }

    /// What became of unsent changes and events.
    struct Sent {
        /// Those that could not be sent; nil for none.
        var left: CommandFailure?
        /// Those that a service has refused, which are lost in any case; nil for none.
        var refused: CommandFailure?
    }

    /// Sends unsent changes and events.
    func send(until end: ContinuousClock.Instant) async throws -> Sent {
        var left: [String] = []
        var refused: [String] = []
        for (name, client, _) in accounts where try await client.waitingCount() > 0 {
            let report = await Self.flush(client, until: end)
            refused += report?.refused.values.map { "\(name): \($0.wordsOfRefusal)" }.sorted() ?? []
            let count = try await client.waitingCount()
            guard count > 0 else { continue }
            let reason = report?.failure?.description ?? (report == nil ? "no response in time" : "no contact is set")
            left.append(
                "\(count) \(count == 1 ? "change or event" : "changes and events") of \(name) "
                    + "\(count == 1 ? "was" : "were") not sent: \(reason)")
        }
        return Sent(
            left: left.isEmpty ? nil : CommandFailure(.network, left.joinedMessages.escapingControls),
            refused: refused.isEmpty ? nil : CommandFailure(.failure, refused.joinedMessages))
    }

    /// Why nothing can be sent for an account whose contact was unset, and how it can; nil if there is none.
    func obstacle() async throws -> CommandFailure? {
        for (name, client, stored) in accounts where try await client.contact.isUnset() {
            let count = try await client.waitingCount() + stored.count
            guard count > 0 else { continue }
            return CommandFailure(
                .failure,
                ("no contact is set for \(name), so \(count) \(count == 1 ? "change is" : "changes are") not sent: "
                    + "to send everything, run `cardstream contact set KEY` with the key of the contact that made the "
                    + "changes").escapingControls)
        }
        return nil
    }

    /// Ends the contacts, and tells the services.
    ///
    /// - Returns: Which of them could not be told; nil if all know.
    func finish(until end: ContinuousClock.Instant) async throws -> CommandFailure? {
        var untold: [String] = []
        for (name, client, _) in accounts {
            try await client.contact.logOut()
            guard try await client.waitingCount() > 0 else { continue }
            _ = await Self.flush(client, until: max(end, .now + .seconds(1)))
            if try await client.waitingCount() > 0 { untold.append(name) }
        }
        guard !untold.isEmpty else { return nil }
        return CommandFailure(
            .network, "the service of \(untold.joined(separator: ", ")) was not notified".escapingControls)
    }

    /// Nil at the deadline.
    private static func flush(_ client: CordialClient, until end: ContinuousClock.Instant) async -> OutboxReport? {
        let report = await firstResult(
            of: { () -> OutboxReport? in await client.events.flush() },
            { () -> OutboxReport? in
                // Cancellation only means that the timer is no longer needed.
                try? await Task.sleep(until: end, clock: .continuous)
                return nil
            })
        return report ?? nil
    }
}
