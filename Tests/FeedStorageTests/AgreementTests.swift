import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

/// All storages have the same content after the same random commands.
@Suite struct AgreementTests {
    private static let streams: [StreamID] = ["ops", "news"]
    private static let viewers = [Rig.ana, Rig.bo]

    /// One step of a history. It is the same for the same generator.
    private struct Step {
        var generator: SeededGenerator
        var number: Int
        var seconds: Double

        mutating func run(on storage: any FeedStorage) async throws -> String {
            let now = Date.fixed(seconds)
            let viewer = viewers[generator.below(2)]
            let stream = streams[generator.below(2)]
            let card = CardID(stored: "c\(1000 + generator.below(max(1, number)))")
            do {
                switch generator.below(10) {
                case 0..<4:
                    var body = makeBody(lifecycleID: generator.below(3) == 0 ? "order-\(generator.below(2))" : nil)
                    if generator.below(4) == 0 { body.publishAt = .fixed(seconds + Double(generator.below(20))) }
                    if generator.below(4) == 0 { body.expiresAt = .fixed(seconds + Double(generator.below(30))) }
                    body.priority = 1 + generator.below(10)
                    let request = PublishRequest(
                        streamID: stream, users: [viewer.user],
                        key: generator.below(3) == 0 ? PublicationKey(stored: "p\(generator.below(4))") : nil,
                        body: body.encoded())
                    let command = PublishCards(
                        [try Publication(request, now: now)], in: Rig.environment,
                        ids: [CardID(stored: "c\(1000 + number)")], now: now)
                    return "\(try await storage.run(command).reply)"
                case 4..<7:
                    let responses: [CardResponse] = [
                        .dismiss, .snooze(until: .fixed(seconds + 15)), .unsnooze, .voteUp(message: nil),
                    ]
                    let request = ActionRequest(
                        key: ActionKey(stored: "k\(generator.below(number + 1))"), streamID: stream, cardID: card,
                        response: responses[generator.below(4)], at: now)
                    return "\(try await storage.run(ActOnCard(request, by: viewer, now: now)).reply)"
                case 7:
                    let done = try await storage.run(CancelCard(card, in: Rig.environment, now: now))
                    return "\(done.changed)"
                case 8:
                    let done = try await storage.run(ApplyDeadlines(limit: 3, now: now))
                    return "\(done.reply) \(done.changed.feeds.count)"
                default:
                    return "\(try await storage.compact(before: .fixed(seconds - 40), limit: 100))"
                }
            } catch { return "\(error.type)" }
        }
    }

    /// Everything that can be read.
    private func dump(_ storage: any FeedStorage) async throws -> [String] {
        var lines = ["\(try await storage.deadlines())"]
        for viewer in Self.viewers {
            lines.append("\(try await storage.feeds(of: viewer))")
            for stream in Self.streams {
                let feed = FeedKey(viewer: viewer, streamID: stream)
                let collector = EntryCollector(limit: .max - 1, mostBytes: .max, now: .fixed)
                let (position, cards) = try await storage.cards(of: feed, after: nil, into: collector)
                let changes = try await storage.changes(
                    of: feed, after: 0, skippingRemovalsUpTo: 0, into: collector)
                lines += ["\(position)", "\(cards.entries)", "\(changes.collector.entries)"]
            }
        }
        for listed in try await storage.cards(of: Rig.environment, in: CardRange(limit: 1000)) {
            lines.append("\(listed.card.card)")
            let outcome = try await storage.outcome(of: listed.card.card.id, in: Rig.environment)
            lines.append("\(String(describing: outcome))")
        }
        let range = RecordRange(start: .after(0), limit: 1000, mostBytes: .max)
        let (ended, last) = try await storage.endedCards(of: Rig.environment, in: range)
        lines.append("\(last) \(ended)")
        return lines
    }

    @Test(arguments: 1...20) func `storages agree after the same commands`(seed: Int) async throws {
        let rigs = try StorageKind.allCases.map { try Rig($0) }
        var generator = SeededGenerator(seed: UInt64(seed))
        var seconds = 0.0
        for number in 0..<120 {
            seconds += Double(generator.below(4))
            let start = generator
            var replies: [String] = []
            for storage in rigs.map(\.storage) {
                var step = Step(generator: start, number: number, seconds: seconds)
                replies.append(try await step.run(on: storage))
                generator = step.generator
            }
            #expect(Set(replies).count == 1, "step \(number): \(replies)")
        }
        let dumps = try await rigs.asyncMap { try await dump($0.storage) }
        for other in dumps.dropFirst() { #expect(other == dumps[0]) }
        #expect(dumps[0].count > 40, "the history is empty")
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
