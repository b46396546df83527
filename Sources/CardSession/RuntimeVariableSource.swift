import Basics
public import Cards

/// Resolves runtime variables of cards whose values the publisher does not know: a name, a balance, the time of day.
///
/// Called when cards with variables arrive. Missing values, and all values that arrive after the time limit, are
/// replaced by the cards' defaults (Atomic SwiftUI SDK guide 25.4, "Runtime variables").
public struct RuntimeVariableSource: Sendable {
    /// Values by card, then by variable name. A card or a name may be missing.
    public typealias Values = [CardID: [String: String]]

    /// The default time limit, 5 seconds.
    public static let defaultTimeout = Duration.seconds(5)

    private let timeout: Duration
    private let handler: @Sendable ([Card]) async -> Values

    /// Creates a source from a closure.
    ///
    /// - Parameters:
    ///   - timeout: The time limit; 366 days at most. Containers use the limit of their configuration instead.
    ///   - handler: Returns values for the variables of the given cards, all of which have variables.
    public init(timeout: Duration = defaultTimeout, handler: @escaping @Sendable ([Card]) async -> Values) {
        self.timeout = .waiting(timeout.seconds)
        self.handler = handler
    }

    /// Uses fixed values for all cards, and a command line for `/bin/sh` that gets the names of the variables as
    /// arguments and prints a JSON object of strings, for example `{"name": "Ana"}`. The command's values take
    /// precedence.
    ///
    /// - Parameters:
    ///   - timeout: The time limit; 366 days at most.
    ///   - onFailure: Called on any thread with a message when the command fails.
    public init(
        timeout: Duration = defaultTimeout, values: [String: String], command: String? = nil,
        onFailure: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(timeout: timeout) { cards in
            let names = Set(cards.flatMap { $0.body.variables.map(\.name) })
            var known = values.filter { names.contains($0.key) }
            if let command {
                let found = await Self.values(
                    of: names.sorted(), from: command, limit: timeout.seconds * 0.9, onFailure)
                known.merge(found) { $1 }
            }
            return Dictionary(cards.map { ($0.id, known) }) { first, _ in first }
        }
    }

    /// Resolves the variables of these cards; empty if the values do not arrive in time.
    ///
    /// - Parameter time: The time limit; nil uses the source's own.
    public func values(for cards: [Card], within time: Duration? = nil) async -> Values {
        let cards = cards.filter { !$0.body.variables.isEmpty }
        guard !cards.isEmpty else { return [:] }
        return await firstResult(
            of: { [handler] in await handler(cards) },
            { [timeout = time ?? timeout] in
                // Ignore errors: the sleep is cancelled when the values arrive first.
                try? await Task.sleep(for: .waiting(timeout.seconds))
                return [:]
            }) ?? [:]
    }

    /// Replaces the variables of cards with their values or defaults.
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

    /// Parses a command's output into valid values and a description of everything invalid.
    private static func read(
        _ output: Result<[UInt8], ShellCommand.Failure>
    ) -> (values: [String: String], problem: String?) {
        switch output {
        case .failure(let failure): return ([:], failure.text)
        case .success(let bytes):
            let json: JSONValue
            do { json = try JSONValue(parsing: bytes) } catch { return ([:], "the output is not JSON: \(error)") }
            guard let object = json.object else { return ([:], "the output is JSON, but not an object of strings") }
            let pairs = object.members.compactMap { name, value in value.string.map { (name, $0) } }
            let other = object.members.first { $0.value.string == nil }?.key
            return (Dictionary(pairs) { first, _ in first }, other.map { "the value of \"\($0)\" is not a string" })
        }
    }
}
