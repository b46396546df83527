import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import FeedEngine

/// The users who are asked, with groups in place of users.
@Suite struct AskPlanTests {
    private static let groups = [
        UserGroup(name: "oncall", users: ["ana", "bo"], updatedAt: .fixed),
        UserGroup(name: "leads", users: ["carl", "ana"], updatedAt: .fixed),
    ]

    private func plan(_ users: [UserID], change: (inout AskRequest) -> Void = { _ in }) throws(Problem) -> [[UserID]] {
        let request = AskTests.request(users, change: change)
        return try AskPlan(request, groups: Self.groups).steps.map(\.users)
    }

    @Test func `a group stands for its users, each of whom is asked once`() throws {
        #expect(try plan(["@oncall"]) == [["ana", "bo"]])
        #expect(try plan(["bo", "@oncall", "dana"]) == [["bo", "ana", "dana"]])
        #expect(
            try plan(["@oncall"]) { $0.steps = [.init(after: 60, users: ["@leads"])] } == [["ana", "bo"], ["carl"]])
    }

    @Test func `an excluded user is not asked as a member of a group either`() throws {
        #expect(try plan(["@oncall"]) { $0.excluded = ["bo"] } == [["ana"]])
        #expect(try plan(["@oncall", "carl"]) { $0.excluded = ["@leads"] } == [["bo"]])
        let steps = try plan(["bo"]) {
            $0.excluded = ["@leads"]
            $0.steps = [.init(after: 60, users: ["@leads"])]
        }
        #expect(steps == [["bo"]])
    }

    @Test func `a wrong name is reported with its position and a suggestion`() {
        let unknown = problem { () throws(Problem) in try plan(["bo", "@oncal"]) }
        #expect(unknown?.type == .unknownGroup && unknown?.pointer == "/users/1")
        #expect(unknown?.detail == #"The group "oncal" does not exist. Did you mean "oncall"?"#)
        let late = problem { () throws(Problem) in
            try plan(["bo"]) { $0.steps = [.init(after: 60, users: ["@x9999999"])] }
        }
        #expect(late?.pointer == "/escalate/0/users/0" && late?.detail == #"The group "x9999999" does not exist."#)
        let malformed = problem { () throws(Problem) in try plan(["@a b"]) }
        #expect(malformed?.type == .malformedRequest && malformed?.pointer == "/users/0")
        let none = problem { () throws(Problem) in try AskPlan(AskTests.request(["@oncall"]), groups: []) }
        #expect(none?.detail?.contains("no groups yet") == true)
    }

    @Test func `an ask without users, or with an unreachable quorum, is refused`() {
        #expect(
            problem { () throws(Problem) in try plan(["@oncall"]) { $0.excluded = ["ana", "bo"] } }?.pointer == "/users"
        )
        #expect(problem { () throws(Problem) in try plan(["@oncall"]) { $0.quorum = .count(3) } }?.pointer == "/quorum")
    }

    @Test func `the users are those at the time of the ask, also for a repeated key`() throws {
        var feeds = MemoryFeeds()
        try feeds.set("oncall", ["ana"])
        let request = AskTests.request(["@oncall"]) { $0.key = "k" }
        let first = try feeds.ask(request)
        #expect(feeds.cards.map(\.card.feed.viewer.user) == ["ana"])
        try feeds.set("oncall", ["bo", "carl"])
        let again = try feeds.ask(request, id: "b", at: 60)
        #expect(again.id == first.id && !again.isNew && feeds.cards.count == 1)
        #expect(feeds.asks[0].request == request)
    }

    @Test func `the users of a later group are asked in time`() throws {
        var feeds = MemoryFeeds()
        try feeds.set("leads", ["bo", "carl"])
        try feeds.ask(AskTests.request(["ana"]) { $0.steps = [.init(after: 60, users: ["@leads"])] })
        #expect(feeds.asks[0].due == FeedTime.milliseconds(.fixed(60)))
        try feeds.run(RemoveGroup(StoredGroup.ID(environment: MemoryFeeds.environment, name: "leads")))
        try feeds.passDeadlines(at: 61)
        #expect(feeds.cards.map(\.card.feed.viewer.user) == ["ana", "bo", "carl"])
    }

    @Test func `an unknown group cannot be removed`() {
        var feeds = MemoryFeeds()
        let id = StoredGroup.ID(environment: MemoryFeeds.environment, name: "leads")
        #expect(problem { () throws(Problem) in try feeds.run(RemoveGroup(id)) }?.type == .unknownGroup)
    }
}
