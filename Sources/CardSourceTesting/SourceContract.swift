public import CardSources
internal import Cards

/// The promises that every source of cards must keep, as rules that tests in any framework can check.
///
/// ```swift
/// @Test(arguments: SourceContract.rules) func `the source keeps its promises`(rule: SourceContract.Rule) async throws {
///     try await rule.check(MyFixture())
/// }
/// ```
public enum SourceContract {
    /// One promise of a source.
    public struct Rule: Sendable, CustomStringConvertible {
        /// The promise as a sentence.
        public let name: String
        private let isAbout: @Sendable (SourceCapabilities) -> Bool
        private let body: @Sendable (RuleRun) async throws -> Void

        init(
            _ name: String, concerns: @escaping @Sendable (SourceCapabilities) -> Bool = { _ in true },
            _ body: @escaping @Sendable (RuleRun) async throws -> Void
        ) {
            self.name = name
            isAbout = concerns
            self.body = body
        }

        /// The ``name``.
        public var description: String { name }

        /// Whether the rule concerns an ability of the source; otherwise ``check(_:)`` does nothing.
        public func concerns(_ source: any CardSource) -> Bool { isAbout(source.capabilities) }

        /// Checks the rule with a source whose stream is empty.
        ///
        /// - Throws: ``SourceContractFailure`` if the source breaks the rule or throws, and errors of the fixture.
        public func check(_ fixture: any SourceFixture) async throws {
            guard concerns(fixture.source) else { return }
            do { try await body(RuleRun(rule: name, fixture: fixture)) } catch let error as SourceError {
                throw SourceContractFailure(rule: name, detail: "the source threw \(error)")
            }
        }
    }

    /// All rules.
    public static let rules: [Rule] = readingRules + actingRules + followingRules + fileRules + pageRules

    /// Checks all rules, each with a separate fixture.
    ///
    /// - Parameter makeFixture: Creates a fixture. An error that it throws counts as a failure of the rule.
    /// - Returns: The failures of rules; empty if the source keeps all its promises.
    public static func failures(_ makeFixture: () async throws -> any SourceFixture) async -> [SourceContractFailure] {
        var failures: [SourceContractFailure] = []
        for rule in rules {
            do { try await rule.check(makeFixture()) } catch let failure as SourceContractFailure {
                failures.append(failure)
            } catch {
                failures.append(SourceContractFailure(rule: rule.name, detail: "\(error)"))
            }
        }
        return failures
    }
}
