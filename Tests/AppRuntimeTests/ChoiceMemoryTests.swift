import AppCore
import Cards
import Foundation
import Support
import Testing

@testable import AppRuntime

/// The choices for containers, which are saved between runs.
struct ChoiceMemoryTests {
    private let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/default/containers.json" }
    private let list: ContainerChoices

    init() throws {
        directory = try TemporaryDirectory()
        var list = ContainerChoices()
        list.layout = .list
        self.list = list
    }

    /// Choices with the folded groups of a grouping.
    private func folded(_ grouping: CardGrouping, all: Bool = false, _ groups: Set<CardGroup>) -> ContainerChoices {
        var choices = ContainerChoices()
        choices.folds = ContainerChoices.Folds(grouping, CardGroups.Folds(foldsAll: all, exceptions: groups))
        return choices
    }

    @Test func `saved choices are restored at the next start, until they are removed`() throws {
        var sorted = folded(.category, all: true, [.category("Ops"), .category(nil)])
        (sorted.order, sorted.grouping) = (.newest, .category)
        let kept = [
            ContainerID("stream"): list, ContainerID("a \"b\""): sorted,
            ContainerID("days"): folded(.day, [.day(20_000), .day(-3)]),
            ContainerID("priorities"): folded(.priority, [.priority(1)]),
        ]
        let memory = ChoiceMemory(path: path)
        #expect(memory.all.isEmpty)
        for (id, choices) in kept { try memory.keep(choices, of: id) }
        #expect(ChoiceMemory(path: path).all == kept)
        for id in kept.keys where id != ContainerID("stream") { try memory.keep(ContainerChoices(), of: id) }
        #expect(ChoiceMemory(path: path).all == [ContainerID("stream"): list])
    }

    @Test func `two viewers of a profile preserve each other's saved choices`() throws {
        let (one, other) = (ChoiceMemory(path: path), ChoiceMemory(path: path))
        try one.keep(list, of: ContainerID("one"))
        try other.keep(list, of: ContainerID("other"))
        #expect(ChoiceMemory(path: path).all.count == 2)
    }

    @Test(arguments: [
        "", "{", "[1]", "{\"stream\": 1}", "{\"stream\": {\"layout\": \"tiles\", \"order\": 1}}",
        "{\"stream\": {\"folds\": {\"grouping\": \"colour\"}}}",
    ])
    func `a damaged file is replaced`(text: String) throws {
        try PrivateFile.write(text, to: path)
        let memory = ChoiceMemory(path: path)
        #expect(memory.all.isEmpty)
        try memory.keep(list, of: ContainerID("stream"))
        #expect(ChoiceMemory(path: path).all == [ContainerID("stream"): list])
    }
}
