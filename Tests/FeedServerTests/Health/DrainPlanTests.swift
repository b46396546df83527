import Testing

@testable import FeedServer

@Suite struct DrainPlanTests {
    @Test(arguments: [
        (false, 0, 0.0, 0.0), (false, 3, 0, 0.03), (false, 500, 0, 5), (false, 100_000, 0, 8), (true, 0, 4, 0),
        (true, 200, 4, 2), (true, 100_000, 4, 4),
    ])
    func `the time is spread by the number of viewers`(isWatched: Bool, viewers: Int, lead: Double, spread: Double) {
        let plan = DrainPlan(within: .seconds(10), isWatched: isWatched, viewers: viewers)
        #expect(plan.lead == .seconds(lead))
        #expect(plan.spread == .seconds(spread))
    }

    @Test func `without a time limit, viewers are not awaited`() {
        let plan = DrainPlan(within: .zero, isWatched: true, viewers: 1000)
        #expect(plan.lead == .zero && plan.spread == .zero)
    }
}
