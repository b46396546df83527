public import CardSources
public import Cards

public import protocol Foundation.LocalizedError

/// A source under test, and its publisher.
///
/// Each rule of a ``SourceContract`` gets a separate fixture with an empty stream.
public protocol SourceFixture: Sendable {
    /// The source, as it is for one user.
    var source: any CardSource { get }
    /// The stream that ``publish(_:)`` publishes to.
    var stream: StreamID { get }

    /// Publishes a card to the user.
    ///
    /// - Returns: The id of the card.
    /// - Throws: Any error; the rule then fails with it.
    func publish(_ body: CardBody) async throws -> CardID

    /// Removes a card from the user's stream, like a publisher that cancels it.
    ///
    /// - Throws: Any error; the rule then fails with it.
    func withdraw(_ card: CardID) async throws

    /// Whether published cards keep their pages, so that the rules of pages can be checked. True by default.
    var publishesPages: Bool { get }

    /// A reply that a published card accepts, for sources that support replies. By default the button is `say`, and the
    /// text is the value `text`.
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
    /// What was expected and what was found.
    public var detail: String

    /// Creates an instance with these properties.
    public init(rule: String, detail: String) {
        self.rule = rule
        self.detail = detail
    }

    /// The rule and the detail.
    public var description: String { "\(rule): \(detail)" }
}

extension SourceContractFailure: LocalizedError {
    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}
