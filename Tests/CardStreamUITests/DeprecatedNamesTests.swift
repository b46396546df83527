import CardStreamUI
import Testing

/// A host that was written for an earlier version still compiles and does the same.
@Suite(.timeLimit(.minutes(1))) struct DeprecatedNamesTests {
    @Test func `a container has its stream and its cursor under the old names`() async throws {
        let host = try await Host(.vertical)
        let earlier: any DeprecatedCalls = ContainerHost()
        #expect(earlier.stream(of: host.container) == "inbox")
        let position = host.container.cursorPosition
        let cursor = earlier.cursor(of: host.container)
        #expect(cursor?.column == position?.column && cursor?.row == position?.row)
        await host.end()
    }
}

/// The old names are used through this protocol, so that only they are marked as deprecated.
private protocol DeprecatedCalls {
    func stream(of container: CardContainer) -> String
    func cursor(of container: CardContainer) -> (column: Int, row: Int)?
}

private struct ContainerHost: DeprecatedCalls {
    @available(*, deprecated)
    func stream(of container: CardContainer) -> String { "\(container.stream)" }

    @available(*, deprecated)
    func cursor(of container: CardContainer) -> (column: Int, row: Int)? { container.cursor }
}
