import Canvas
import Testing

@testable import AppCore

struct ArrangementTests {
    private static let screen = Rect(column: 0, row: 1, columns: 120, rows: 38)
    private static let (strip, inbox, today) = (ContainerID("strip"), ContainerID("inbox"), ContainerID("today"))
    private static let desk = Arrangement.rows([
        .init(.cells(11), .container(strip)),
        .init(.fill, .columns([.init(.percent(60), .container(inbox)), .init(.fill, .container(today))])),
    ])

    private func places(
        _ arrangement: Arrangement, in rect: Rect, without collapsed: Set<ContainerID> = [], keys: ContainerID? = nil
    ) -> [String] {
        arrangement.places(in: rect, collapsed: collapsed, focused: keys).map { place in
            let rect = place.rect
            let name = place.isFolded ? "(\(place.container.rawValue))" : place.container.rawValue
            return "\(name) \(rect.minColumn),\(rect.minRow) \(rect.size.columns)x\(rect.size.rows)"
        }
    }

    @Test func `containers share the screen by their sizes`() {
        #expect(
            places(Self.desk, in: Self.screen) == ["strip 0,1 120x11", "inbox 0,12 72x27", "today 72,12 48x27"])
    }

    @Test func `space that a container cannot fill goes to the others`() {
        func places(_ rect: Rect, keys: ContainerID) -> [String] {
            Self.desk.places(in: rect, collapsed: [], focused: keys, needs: [Self.strip: 9]).map { place in
                "\(place.container.rawValue)\(place.isFolded ? " folded" : "") \(place.rect.minRow) \(place.rect.size.rows)"
            }
        }
        #expect(places(Self.screen, keys: Self.inbox) == ["strip 1 9", "inbox 10 29", "today 10 29"])
        // In few rows the focused container leaves room for one card of another container.
        let low = Rect(column: 0, row: 1, columns: 60, rows: 17)
        #expect(places(low, keys: Self.strip) == ["strip 1 9", "inbox 10 7", "today folded 17 1"])
        let lower = Rect(column: 0, row: 1, columns: 60, rows: 14)
        #expect(places(lower, keys: Self.strip) == ["strip 1 12", "inbox folded 13 1", "today folded 14 1"])
    }

    @Test func `columns that would be too narrow are stacked`() {
        let narrow = Rect(column: 0, row: 0, columns: 60, rows: 41)
        #expect(places(Self.desk, in: narrow) == ["strip 0,0 60x11", "inbox 0,11 60x15", "today 0,26 60x15"])
    }

    @Test func `if stacked containers would be too low, the focused one gets the space`() {
        let low = Rect(column: 0, row: 1, columns: 60, rows: 17)
        #expect(
            places(Self.desk, in: low, keys: Self.inbox) == [
                "(strip) 0,1 60x1", "inbox 0,2 60x15", "(today) 0,17 60x1",
            ])
        #expect(
            places(Self.desk, in: low, keys: Self.strip) == [
                "strip 0,1 60x15", "(inbox) 0,16 60x1", "(today) 0,17 60x1",
            ])
        #expect(
            places(Self.desk, in: low, without: [Self.today], keys: Self.inbox) == ["strip 0,1 60x8", "inbox 0,9 60x9"])
        // Side by side, both have enough room.
        let wide = Rect(column: 0, row: 1, columns: 120, rows: 10)
        #expect(
            places(Self.desk, in: wide, keys: Self.inbox) == ["(strip) 0,1 120x1", "inbox 0,2 72x9", "today 72,2 48x9"])
        #expect(
            places(Self.desk, in: wide, keys: Self.strip) == [
                "strip 0,1 120x9", "(inbox) 0,10 72x1", "(today) 72,10 48x1",
            ])
        // Even in very few rows every container can be reached.
        let lowest = Rect(column: 0, row: 0, columns: 20, rows: 5)
        #expect(
            places(Self.desk, in: lowest, keys: Self.today) == [
                "(strip) 0,0 20x1", "(inbox) 0,1 20x1", "today 0,2 20x3",
            ])
        let narrow = Rect(column: 0, row: 0, columns: 60, rows: 41)
        #expect(places(Self.desk, in: narrow, keys: Self.inbox) == places(Self.desk, in: narrow))
    }

    @Test func `other containers take the space of a collapsed one`() {
        #expect(
            places(Self.desk, in: Self.screen, without: [Self.today]) == ["strip 0,1 120x11", "inbox 0,12 120x27"])
        #expect(places(Self.desk, in: Self.screen, without: [Self.inbox, Self.today]) == ["strip 0,1 120x38"])
        #expect(places(Self.desk, in: Self.screen, without: [Self.strip, Self.inbox, Self.today]) == [])
    }

    @Test(arguments: [
        ([Arrangement.PartSize.fill, .fill, .fill], 10, [4, 3, 3]),
        ([.cells(4), .fill], 20, [4, 16]),
        ([.percent(25), .percent(25), .fill], 80, [20, 20, 40]),
        // If no part has the size `.fill`, the last part fills the rest.
        ([.cells(5), .cells(5)], 30, [5, 25]),
        // Parts that fill keep a minimum length.
        ([.cells(50), .fill], 30, [24, 6]),
        ([.cells(50), .cells(50)], 30, [30, 0]),
        ([.cells(5), .fill], 0, [0, 0]),
        ([], 30, []),
    ])
    func `a length is divided without a remainder`(sizes: [Arrangement.PartSize], length: Int, shares: [Int]) {
        #expect(Arrangement.shares(sizes, of: length) == shares)
    }

    @Test func `with any sizes, containers stay inside the screen and do not overlap`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let sizes = (0..<Int.random(in: 1...6, using: &random)).map { _ -> Arrangement.PartSize in
                [
                    .fill, .cells(Int.random(in: 0...90, using: &random)),
                    .percent(Int.random(in: 1...100, using: &random)),
                ]
                .randomElement(using: &random) ?? .fill
            }
            let length = Int.random(in: 0...200, using: &random)
            let shares = Arrangement.shares(sizes, of: length)
            #expect(shares.reduce(0, +) == length && shares.allSatisfy { $0 >= 0 }, "\(sizes) of \(length): \(shares)")
        }
    }
}
