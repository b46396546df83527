import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.Date
import struct Foundation.UUID

extension FeedServer {
    /// The number of requests that wait for an ask to change.
    package var waitingAsks: Int { get async { await service.askWaiters.count } }
}

/// The operations on asks, for publishers.
extension FeedService {
    /// The longest time that a request waits for a change, in seconds: shorter than the timeouts of most proxies.
    static let longestWait = 60
    /// The number of asks in a list: the default and the maximum.
    private static let listed = (standard: 100, most: 1000)

    /// Creates an ask, or finds the one with the request's key.
    ///
    /// - Returns: The ask, and whether it is new.
    func makeAsk(
        _ request: AskRequest, environment: EnvironmentID
    ) async throws(Problem) -> (ask: Ask, isNew: Bool) {
        let now = clock.now()
        let checked = try CheckedAsk(request, now: now)
        let users =
            request.namesGroups
            ? AskRequest.mostUsers : request.users.count + request.steps.reduce(0) { $0 + $1.users.count }
        let command = MakeAsk(
            checked, id: AskID(stored: UUID().uuidString.lowercased()), in: environment, ids: Self.makeIDs(users),
            now: now)
        let (made, changed) = try await run(command)
        await announce(changed)
        if made.isNew { await scheduleUnattendedMark(of: made.id, in: environment) }
        return (try await ask(made.id, environment: environment), made.isNew)
    }

    /// The public key that verifies the signatures of settled asks.
    func signingKey() throws(Problem) -> PublicSigningKey {
        do throws(FeedServerError) { return try signer.key().publicKey } catch {
            throw Problem(
                .internalError,
                detail: "The server's signing key cannot be used; the server's log shows the reason.")
        }
    }

    /// Withdraws an open ask and returns it with its result. Idempotent.
    func withdrawAsk(_ id: AskID, environment: EnvironmentID) async throws(Problem) -> Ask {
        let (_, changed) = try await run(
            WithdrawAsk(id, in: environment, now: clock.now(), signer: signer))
        await announce(changed)
        return try await ask(id, environment: environment)
    }

    func asks(_ query: AskQuery, environment: EnvironmentID) async throws(Problem) -> [Ask] {
        try await storage.asks(
            of: environment, includesSettled: query.includesSettled,
            limit: min(query.limit ?? Self.listed.standard, Self.listed.most))
    }

    /// The current state of an ask. Applies its deadline first if it has passed, because the server's clock may not
    /// run.
    func ask(_ id: AskID, environment: EnvironmentID) async throws(Problem) -> Ask {
        guard let ask = try await storage.ask(id, in: environment) else { throw .unknownAsk }
        guard ask.settlement == nil, ask.deadline <= clock.now() else { return ask }
        try await applyDeadlines()
        return try await storage.ask(id, in: environment) ?? ask
    }

    /// Waits until an ask is settled. If the client sent a tag, also returns when the ask differs from that version.
    ///
    /// - Parameters:
    ///   - seconds: The maximum wait; 0 does not wait.
    ///   - known: The entity tag of the response that the client has; nil if it has none.
    /// - Returns: The ask as JSON, and its entity tag.
    func ask(
        _ id: AskID, environment: EnvironmentID, waiting seconds: Int, known: String?
    ) async throws(Problem) -> (body: [UInt8], tag: String) {
        let end = clock.now().addingTimeInterval(Double(min(seconds, Self.longestWait)))
        var isNoted = false
        let (number, signal) = await askWaiters.enter(id)
        var cards: [CardID] = []
        var isOpen = false
        func leave() async {
            await askWaiters.leave(number, of: id, cards: cards)
            if isOpen { await scheduleUnattendedMark(of: id, in: environment) }
        }
        do throws(Problem) {
            while true {
                var ask = try await ask(id, environment: environment)
                // Write this before attending the ask: otherwise another server that has not seen the note could mark
                // the ask as unattended afterwards.
                if ask.settlement == nil, !isNoted || ask.isUnattended {
                    isNoted = true
                    // If this fails, another server may mark the ask as unattended for a moment.
                    try? await storage.noteWait(for: id, until: end.addingTimeInterval(Self.grace))
                }
                if ask.isUnattended, seconds > 0 { ask = try await attend(ask, in: environment) }
                isOpen = ask.settlement == nil
                let body = FeedCoder.encode(ask)
                let tag = Self.tag(of: body)
                let isChanged = ask.settlement != nil || known.map { $0 != tag } ?? false
                if isChanged || clock.now() >= end || Task.isCancelled {
                    await leave()
                    return (body, tag)
                }
                cards = ask.cards.map(\.id)
                await askWaiters.watch(cards, of: id)
                if await askWaiters.isClosed {
                    await leave()
                    return (body, tag)
                }
                await wait(for: signal, until: end)
            }
        } catch {
            await leave()
            throw error
        }
    }

    // MARK: Waiting askers

    /// The time in seconds without a waiting request after which the cards of an ask show that no asker waits. It is
    /// longer than an asker needs to reconnect and a server needs to restart.
    private static let grace = 10.0

    /// Marks the cards of an ask as unattended, that is, shows that no asker waits for the answer, unless a request to
    /// this or another server begins to wait in time.
    func scheduleUnattendedMark(of id: AskID, in environment: EnvironmentID) async {
        let task = Task { [weak self, clock, storage] in
            var end = clock.now().addingTimeInterval(Self.grace)
            while true {
                while clock.now() < end, !Task.isCancelled { await clock.sleep(end) }
                guard !Task.isCancelled else { return }
                let now = clock.now()
                // After an error the cards are not marked: the answer counts in any case.
                let others: Date??
                do { others = try await storage.endWait(for: id, now: now) } catch { others = .none }
                guard let others else { break }
                guard let others, others > now else {
                    await self?.markUnattended(id, in: environment)
                    return
                }
                end = others
            }
            await self?.askWaiters.forgetUnattendedTask(of: id)
        }
        await askWaiters.setUnattendedTask(task, of: id)
    }

    private func markUnattended(_ id: AskID, in environment: EnvironmentID) async {
        guard !Task.isCancelled else { return }
        // Remove the task without cancelling it: a cancelled task would not announce the changes.
        await askWaiters.forgetUnattendedTask(of: id)
        guard
            let (_, changed) = try? await run(AttendAsk(id, in: environment, isAttended: false, now: clock.now()))
        else { return }
        await announce(changed)
    }

    /// Schedules the unattended mark of each open ask after the server has started, because earlier askers have lost
    /// their connections.
    func scheduleUnattendedMarks() async {
        for environment in live.environments {
            // After an error the cards are only not marked as unattended; answers still count.
            let open = (try? await asks(AskQuery(limit: Self.listed.most), environment: environment)) ?? []
            for ask in open { await scheduleUnattendedMark(of: ask.id, in: environment) }
        }
    }

    /// Removes the mark that no asker waits from the cards of an ask, and returns the updated ask.
    private func attend(_ ask: Ask, in environment: EnvironmentID) async throws(Problem) -> Ask {
        let (_, changed) = try await run(
            AttendAsk(ask.id, in: environment, isAttended: true, now: clock.now()))
        await announce(changed)
        return try await self.ask(ask.id, environment: environment)
    }

    func wait(for signal: Signal, until end: Date) async {
        let sleeper = Task { [clock] in
            await clock.sleep(end)
            // A cancelled sleep must not raise the signal: the next wait would return at once, and the caller would
            // loop forever.
            if !Task.isCancelled { await signal.raise() }
        }
        await signal.wait()
        sleeper.cancel()
    }

    /// The entity tag of a response body. Equal tags mean equal bodies.
    static func tag(of body: [UInt8]) -> String {
        var hash = FNV1a()
        hash.append(body)
        return "\"\(hash.text)\""
    }
}
