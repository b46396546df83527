internal import AppRuntime
internal import Basics
internal import CardStreamCordial
internal import Cards

/// Logs out the message accounts of a profile. Unsent data in their files is sent first, and their services are
/// notified.
struct AccountLogout: Sendable {
    private let accounts: [(name: String, client: CordialClient, stored: StoredActions)]

    /// Finds the accounts that have a file.
    init(_ setup: Setup) throws {
        accounts = try setup.sources.filter { $0.kind == SourceKind.cordial.name }.compactMap { source in
            let environment = setup.environment(of: source)
            guard PrivateFile.exists(CordialFile.path(in: environment.folder)) else { return nil }
            return (source.name, try CordialClient(source, environment), StoredActions(of: source, setup))
        }
    }

    /// The result of sending changes and events.
    struct Sent {
        /// The message about changes and events that could not be sent; nil if there are none.
        var left: CommandFailure?
        /// The message about changes and events that a service refused, which are lost in any case; nil if there are
        /// none.
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

    /// A message about an account that has unsent changes but no contact, and how to send them; nil if there is no such
    /// account.
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

    /// Logs out the contacts, and notifies the services.
    ///
    /// - Returns: A message about services that could not be notified; nil if all were notified.
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

    /// Sends unsent data; nil if the deadline passes first.
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
