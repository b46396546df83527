import Basics
public import Cards

/// Gives the runtime variables of cards their values, which no publisher knows: a name, a balance, the time of day.
///
/// Asked when cards arrive that have variables. What is missing in its answer, and all of an answer that comes after
/// the time limit, is the cards' defaults (Atomic SwiftUI SDK guide 25.4, "Runtime variables").
public struct RuntimeVariableSource: Sendable {
    /// Values by card, then by variable name. A card or a name may be missing.
    public typealias Values = [CardID: [String: String]]

    /// Seconds an answer is waited for.
    public static let defaultTimeout = 5.0

    private let timeout: Double
    private let handler: @Sendable ([Card]) async -> Values

    /// - Parameters:
    ///   - timeout: In seconds, not negative; 366 days at most. A container waits as long as its configuration says instead.
    ///   - handler: The host's own way to the values of these cards, each of which has variables.
    public init(timeout: Double = defaultTimeout, handler: @escaping @Sendable ([Card]) async -> Values) {
        self.timeout = timeout.waitingTime()
        self.handler = handler
    }

    /// Values known beforehand, the same for every card; and a command line for `/bin/sh` that is given the names of
    /// the variables as arguments and prints a JSON object of texts, `{"name": "Ana"}`. The command's values win.
    ///
    /// - Parameters:
    ///   - timeout: In seconds, not negative; 366 days at most.
    ///   - onFailure: Told in words, on any thread, what the command did instead.
    public init(
        timeout: Double = defaultTimeout, values: [String: String], command: String? = nil,
        onFailure: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(timeout: timeout) { cards in
            let names = Set(cards.flatMap { $0.body.variables.map(\.name) })
            var known = values.filter { names.contains($0.key) }
            if let command {
                let found = await Self.values(of: names.sorted(), from: command, limit: timeout * 0.9, onFailure)
                known.merge(found) { $1 }
            }
            return Dictionary(cards.map { ($0.id, known) }) { first, _ in first }
        }
    }

    /// The values of these cards' variables; empty when they do not come in time.
    ///
    /// - Parameter seconds: How long to wait for them, not negative; nil for the source's own time.
    public func values(for cards: [Card], within seconds: Double? = nil) async -> Values {
        let cards = cards.filter { !$0.body.variables.isEmpty }
        guard !cards.isEmpty else { return [:] }
        return await firstResult(
            of: { [handler] in await handler(cards) },
            { [timeout = seconds ?? timeout] in
                // Cancelled when the answer is there.
                try? await Task.sleep(for: .waiting(timeout))
                return [:]
            }) ?? [:]
    }

    /// The cards with the values put in, and defaults where there are none.
    public func resolve(_ cards: [Card]) async -> [Card] {
        let values = await values(for: cards)
        return cards.map { card in
            var card = card
            card.body = card.body.resolvingVariables(values[card.id] ?? [:])
            return card
        }
    }

    private static func values(
        of names: [String], from command: String, limit: Double, _ onFailure: @escaping @Sendable (String) -> Void
    ) async -> [String: String] {
        await Blocking.run {
            let output = ShellCommand.run(command, arguments: names, limit: limit, wanted: "values")
            let (values, problem) = read(output)
            if let problem { onFailure(problem) }
            return values
        }
    }

    /// What can be used of a command's output, and what is wrong with the rest.
    private static func read(
        _ output: Result<[UInt8], ShellCommand.Failure>
    ) -> (values: [String: String], problem: String?) {
        switch output {
        case .failure(let failure): return ([:], failure.text)
        case .success(let bytes):
            let json: JSONValue
            do { json = try JSONValue(parsing: bytes) } catch { return ([:], "the answer is not JSON: \(error)") }
            guard let object = json.object else { return ([:], "the answer is JSON, but no object of texts") }
            let pairs = object.members.compactMap { name, value in value.string.map { (name, $0) } }
            let other = object.members.first { $0.value.string == nil }?.key
            return (Dictionary(pairs) { first, _ in first }, other.map { "the value of \"\($0)\" is no text" })
        }
    }
}
