package import AppCore
import Basics
import Cards

/// What the user has chosen for containers by key: layout, order, groups and which of them are folded. Kept from start to
/// start in a file of the profile.
package final class ChoiceMemory: Sendable {
    private let path: String
    private let choices: Lock<[ContainerID: ContainerChoices]>

    /// Reads what is kept. A file that is missing or damaged keeps nothing.
    package init(path: String) {
        self.path = path
        choices = Lock(Self.read(path))
    }

    /// What is kept.
    package var all: [ContainerID: ContainerChoices] { choices.withLock { $0 } }

    /// Keeps what was chosen for a container, in place of what was before. What other viewers of the profile have kept for
    /// other containers meanwhile stays.
    func keep(_ new: ContainerChoices, of container: ContainerID) throws(FileProblem) {
        let problem: FileProblem? = choices.withLock { choices in
            choices = Self.read(path)
            choices[container] = new.isEmpty ? nil : new
            var object = JSONObject()
            for (id, chosen) in choices.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                object[id.rawValue] = chosen.json
            }
            do throws(FileProblem) {
                try PrivateFile.write("\(object)\n", to: path)
                return nil
            } catch {
                return error
            }
        }
        if let problem { throw problem }
    }

    /// A file that cannot be read keeps nothing: the containers are as in the configuration again.
    private static func read(_ path: String) -> [ContainerID: ContainerChoices] {
        guard PrivateFile.exists(path), let bytes = try? PrivateFile.read(path, limit: 1 << 20),
            let object = try? JSONValue(parsing: bytes).object
        else { return [:] }
        var choices: [ContainerID: ContainerChoices] = [:]
        for (name, value) in object.members {
            let chosen = ContainerChoices(json: value)
            if !chosen.isEmpty { choices[ContainerID(name)] = chosen }
        }
        return choices
    }
}

extension ContainerChoices {
    /// What cannot be read counts as not chosen.
    fileprivate init(json: JSONValue) {
        self.init()
        guard let object = json.object else { return }
        layout = object["layout"]?.string.flatMap { ContainerOptions.Layout(rawValue: $0) }
        order = object["order"]?.string.flatMap { CardOrder(rawValue: $0) }
        grouping = object["grouping"]?.string.flatMap { CardGrouping(rawValue: $0) }
        guard let kept = object["folds"]?.object,
            let by = kept["grouping"]?.string.flatMap({ CardGrouping(rawValue: $0) })
        else { return }
        let exceptions = (kept["except"]?.array ?? []).compactMap { CardGroup(json: $0, of: by) }
        folds = Folds(by, CardGroups.Folds(foldsAll: kept["all"] == .bool(true), exceptions: Set(exceptions)))
    }

    /// Of folded groups at most so many are kept: for days the latest.
    private static let foldLimit = 200

    fileprivate var json: JSONValue {
        var object = JSONObject()
        object["layout"] = layout.map { .string($0.rawValue) }
        object["order"] = order.map { .string($0.rawValue) }
        object["grouping"] = grouping.map { .string($0.rawValue) }
        object["folds"] = folds.map { kept in
            [
                "grouping": .string(kept.grouping.rawValue), "all": .bool(kept.folds.foldsAll),
                "except": .array(kept.folds.exceptions.sorted().prefix(Self.foldLimit).map(\.json)),
            ]
        }
        return .object(object)
    }
}

extension CardGroup {
    fileprivate init?(json: JSONValue, of grouping: CardGrouping) {
        switch (grouping, json) {
        case (.category, .null): self = .category(nil)
        case (.category, .string(let name)): self = .category(name)
        case (.day, _):
            guard let day = json.int else { return nil }
            self = .day(day)
        case (.priority, _):
            guard let priority = json.int else { return nil }
            self = .priority(priority)
        default: return nil
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .category(let name): name.map { .string($0) } ?? .null
        case .day(let number), .priority(let number): .number(JSONNumber(number))
        }
    }
}
