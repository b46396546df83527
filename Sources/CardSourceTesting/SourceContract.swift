public import CardSources
internal import Cards

/// What every source of cards promises, as rules that a test of any framework can check.
///
/// ```swift
/// @Test(arguments: SourceContract.rules) func `the source keeps its promises`(rule: SourceContract.Rule) async throws {
///     try await rule.check(MyFixture())
/// }
/// ```
public enum SourceContract {
    /// One promise.
    public struct Rule: Sendable, CustomStringConvertible {
        /// What is promised, as a sentence.
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

        /// Whether the rule is about something that the source can do; ``check(_:)`` does nothing otherwise.
        public func concerns(_ source: any CardSource) -> Bool { isAbout(source.capabilities) }

        /// Checks the rule with a source whose stream is empty.
        ///
        /// - Throws: ``SourceContractFailure`` where the source breaks the rule or throws, and what the fixture throws.
        public func check(_ fixture: any SourceFixture) async throws {
            guard concerns(fixture.source) else { return }
            do { try await body(RuleRun(rule: name, fixture: fixture)) } catch let error as SourceError {
                throw SourceContractFailure(rule: name, detail: "the source threw \(error)")
            }
        }
    }

    /// All rules.
    public static let rules: [Rule] = readingRules + actingRules + followingRules + fileRules + pageRules

    /// Checks all rules, each with a fixture of its own.
    ///
    /// - Parameter makeFixture: What it throws is a failure of the rule.
    /// - Returns: The rules that are broken; empty where the source keeps its promises.
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
