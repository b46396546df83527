public import CardSources
public import Cards

public import protocol Foundation.LocalizedError

/// A source under test, and the publisher's side of it.
///
/// Each rule of a ``SourceContract`` gets a fixture of its own, with an empty stream.
public protocol SourceFixture: Sendable {
    /// The source, as one user.
    var source: any CardSource { get }
    /// The stream that ``publish(_:)`` publishes to.
    var stream: StreamID { get }

    /// Puts a card before the user.
    ///
    /// - Throws: any error; the rule fails with it.
    func publish(_ body: CardBody) async throws -> CardID

    /// Takes a card away from the user, as a publisher does that cancels it.
    ///
    /// - Throws: any error; the rule fails with it.
    func withdraw(_ card: CardID) async throws

    /// Whether published cards keep their pages, so that the rules of pages can be checked. True by default.
    var publishesPages: Bool { get }

    /// A reply that a published card takes, for sources that support replies. By default the button is `say`, and the
    /// text the value `text`.
    func reply(_ text: String) -> CardResponse
}

extension SourceFixture {
    /// True: published cards keep their pages.
    public var publishesPages: Bool { true }

    /// The button `say` with the text as its value `text`.
    public func reply(_ text: String) -> CardResponse { .reply(buttonName: "say", values: ["text": .string(text)]) }
}

/// A rule that a source broke.
public struct SourceContractFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the rule.
    public var rule: String
    /// What was expected and what came.
    public var detail: String

    /// Creates an instance with these properties.
    public init(rule: String, detail: String) {
        self.rule = rule
        self.detail = detail
    }

    /// The rule, and what was wrong.
    public var description: String { "\(rule): \(detail)" }
}

extension SourceContractFailure: LocalizedError {
    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}
