import AppCore
import AppRuntime
import CardSession
import Cards
import Testing

@testable import CardStreamUI

/// How much of its area a container uses: the event, the property and the drawing agree.
@Suite(.timeLimit(.minutes(1))) struct ContainerAreaTests {
    /// Symbols: container-size
    @Test(arguments: [CardContainer.Kind.vertical, .horizontal, .single, .modal])
    func `the reported area is the used one, and the rest is not drawn`(kind: CardContainer.Kind) async throws {
        let host = try await Host(kind, columns: 70, rows: 16)
        if kind != .vertical, kind != .horizontal { try agree(host, rows: 0...0) }
        try await host.publish("Sign the lease")
        try host.run("the card") { $0.container.picture.text.contains("Sign the lease") }
        try agree(host, rows: kind == .vertical ? 16...16 : 3...8)
        host.container.loop.send(.command(.help))
        try host.run("help") { $0.container.usedRows == 16 }
        try agree(host, rows: 16...16)
        host.container.press(try #require(ContainerKey("escape")))
        try host.run("its end") { !$0.container.picture.text.contains("Help") }
        try agree(host, rows: kind == .vertical ? 16...16 : 3...8)
        host.container.resize(columns: 40, rows: 12)
        host.events += host.container.advance()
        try agree(host, rows: kind == .vertical ? 12...12 : 2...8)
        await host.end()
    }

    @Test(arguments: [CardContainer.Kind.horizontal, .single, .modal])
    func `a toast takes a row below the card, and none without a toast`(
        kind: CardContainer.Kind
    ) async throws {
        var configuration = ContainerConfiguration()
        configuration.emptyStyle = .shrink
        let host = try await Host(kind, columns: 70, rows: 16, configuration: configuration)
        let id = try await host.publish("Sign the lease")
        try host.run("the card") { $0.container.picture.text.contains("Sign the lease") }
        let rows = host.container.usedRows
        func record(_ words: String) throws {
            host.container.loop.send(.noticed(words))
            try host.run("the toast") { $0.container.picture.text.contains(words) }
        }
        try record("Something happened")
        #expect(host.container.isVisible)
        try agree(host, rows: rows + 1...rows + 1)
        try await host.session.perform(.dismiss(id, in: "inbox"))
        try host.run("no card") { !$0.container.picture.text.contains("Sign the lease") }
        try record("It is gone")
        #expect(!host.container.isVisible)
        try agree(host, rows: 1...1)
        try host.run("its end") { $0.container.usedRows == 0 }
        try agree(host, rows: 0...0)
        await host.end()
    }

    /// Checks that the used area has a number of rows in this range, was reported, and contains everything that is
    /// drawn.
    private func agree(
        _ host: Host, rows: ClosedRange<Int>, at location: SourceLocation = #_sourceLocation
    ) throws {
        host.events += host.container.advance()
        let (container, used) = (host.container, host.container.usedArea)
        #expect(rows.contains(used.rows) && used.rows == container.usedRows, "\(used)", sourceLocation: location)
        let sizes = host.events.compactMap { event -> [Int]? in
            if case .sizeChanged(let columns, let rows) = event { [columns, rows] } else { nil }
        }
        #expect(sizes.last ?? [0, 0] == [used.columns, used.rows], sourceLocation: location)
        let picture = container.picture
        for row in 0..<picture.rows {
            for column in 0..<picture.columns
            where !(used.row..<used.row + used.rows).contains(row)
                || !(used.column..<used.column + used.columns).contains(column)
            {
                let text = picture[row: row, column: column]?.text ?? " "
                #expect(text == " ", "\(column), \(row) of \(used):\n\(picture.text)", sourceLocation: location)
            }
        }
    }
}
