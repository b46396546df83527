import CardStreamUI
import Testing

/// A host that was written for an earlier version is compiled, and does the same.
@Suite(.timeLimit(.minutes(1))) struct DeprecatedNamesTests {
    @Test func `a container has its stream under the old name`() async throws {
        let host = try await Host(.vertical)
        let earlier: any EarlierHost = HostOfContainer()
        #expect(earlier.stream(of: host.container) == "inbox")
        await host.end()
    }
}

/// What the old names are used through, so that only they are deprecated.
private protocol EarlierHost {
    func stream(of container: CardContainer) -> String
}

private struct HostOfContainer: EarlierHost {
    @available(*, deprecated)
    func stream(of container: CardContainer) -> String { "\(container.stream)" }
}
