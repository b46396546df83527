import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.Date
import struct Foundation.UUID

extension FeedServer {
    /// The number of requests that wait for the answer to an ask.
    package var waitingAsks: Int { get async { await service.askWaiters.count } }
}

/// Operations of publishers on asks.
extension FeedService {
    /// The longest wait for a change, in seconds: shorter than most proxies allow.
    static let longestWait = 60
    /// The number of asks in a list by default, and at most.
    private static let listed = (standard: 100, most: 1000)

    /// Makes an ask, or finds the one with the request's key.
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
        if made.isNew { await expectAsker(of: made.id, in: environment) }
        return (try await ask(made.id, environment: environment), made.isNew)
    }

    /// What checks the signatures of settled asks.
    func signingKey() throws(Problem) -> PublicSigningKey {
        do throws(FeedServerError) { return try signer.key().publicKey } catch {
            throw Problem(
                .internalError,
                detail: "The server's signing key cannot be used; the server's log shows the reason.")
        }
    }

    /// Withdraws an open ask and returns how it ended. Idempotent.
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

    /// An ask as it is now: its deadline has an effect even where no clock runs.
    func ask(_ id: AskID, environment: EnvironmentID) async throws(Problem) -> Ask {
        guard let ask = try await storage.ask(id, in: environment) else { throw .unknownAsk }
        guard ask.settlement == nil, ask.deadline <= clock.now() else { return ask }
        try await applyDeadlines()
        return try await storage.ask(id, in: environment) ?? ask
    }

    /// Waits until an ask is settled; with a tag, until anything has changed since.
    ///
    /// - Parameters:
    ///   - seconds: The maximum wait; 0 does not wait.
    ///   - known: The tag of the answer that the client has.
    /// - Returns: The ask as JSON with its tag.
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
            if isOpen { await expectAsker(of: id, in: environment) }
        }
        do throws(Problem) {
            while true {
                var ask = try await ask(id, environment: environment)
                // Before it is attended: another server that has not read the note writes first, and this one afterwards.
                if ask.settlement == nil, !isNoted || ask.isUnattended {
                    isNoted = true
                    // Without the note, another server may say for a moment that no asker waits.
                    try? await storage.noteWait(for: id, until: end.addingTimeInterval(Self.grace))
                }
                if ask.isUnattended, seconds > 0 { ask = try await attend(ask, in: environment) }
                isOpen = ask.settlement == nil
                let body = FeedCoder.encode(ask)
                let tag = Self.tag(of: body)
                let isNews = ask.settlement != nil || known.map { $0 != tag } ?? false
                if isNews || clock.now() >= end || Task.isCancelled {
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

    // MARK: Who waits

    /// Seconds without a waiting request after which the cards of an ask say that no asker waits: longer than an asker takes to
    /// connect again, and a server to restart.
    private static let grace = 10.0

    /// Lets the cards of an ask say that no asker waits for the answer, unless a request begins to wait in time, here or at another
    /// server.
    func expectAsker(of id: AskID, in environment: EnvironmentID) async {
        let absence = Task { [weak self, clock, storage] in
            var end = clock.now().addingTimeInterval(Self.grace)
            while true {
                while clock.now() < end, !Task.isCancelled { await clock.sleep(end) }
                guard !Task.isCancelled else { return }
                let now = clock.now()
                // What cannot be read or written now is not said: the answer counts in any case.
                let others: Date??
                do { others = try await storage.endWait(for: id, now: now) } catch { others = .none }
                guard let others else { break }
                guard let others, others > now else {
                    await self?.sayUnattended(id, in: environment)
                    return
                }
                end = others
            }
            await self?.askWaiters.passAbsence(of: id)
        }
        await askWaiters.begin(absence, of: id)
    }

    private func sayUnattended(_ id: AskID, in environment: EnvironmentID) async {
        guard !Task.isCancelled else { return }
        // Not ended: a task that is cancelled announces nothing.
        await askWaiters.passAbsence(of: id)
        guard
            let (_, changed) = try? await run(AttendAsk(id, in: environment, isAttended: false, now: clock.now()))
        else { return }
        await announce(changed)
    }

    /// Waits for an asker of each open ask, after a start: those who waited have lost their connections.
    func expectAskers() async {
        for environment in live.environments {
            // What cannot be read now is not awaited: its card is only not said to be unattended, and its answer counts.
            let open = (try? await asks(AskQuery(limit: Self.listed.most), environment: environment)) ?? []
            for ask in open { await expectAsker(of: ask.id, in: environment) }
        }
    }

    /// Lets the cards of an ask say no longer that no asker waits, and returns it as it is then.
    private func attend(_ ask: Ask, in environment: EnvironmentID) async throws(Problem) -> Ask {
        let (_, changed) = try await run(
            AttendAsk(ask.id, in: environment, isAttended: true, now: clock.now()))
        await announce(changed)
        return try await self.ask(ask.id, environment: environment)
    }

    func wait(for signal: Signal, until end: Date) async {
        let sleeper = Task { [clock] in
            await clock.sleep(end)
            // A cancelled sleep must not raise the flag for the next one, which would loop for ever.
            if !Task.isCancelled { await signal.raise() }
        }
        await signal.wait()
        sleeper.cancel()
    }

    /// The entity tag of an answer: equal tags mean equal answers.
    static func tag(of body: [UInt8]) -> String {
        var hash = FNV1a()
        hash.append(body)
        return "\"\(hash.text)\""
    }
}
