package import AppCore
import Basics
import Cards

/// Stores the user's choices for containers: layout, order, grouping and folded groups. They are kept between runs in a
/// file of the profile.
package final class ChoiceMemory: Sendable {
    private let path: String
    private let choices: Lock<[ContainerID: ContainerChoices]>

    /// Reads the stored choices. A missing or damaged file counts as empty.
    package init(path: String) {
        self.path = path
        choices = Lock(Self.read(path))
    }

    /// All stored choices.
    package var all: [ContainerID: ContainerChoices] { choices.withLock { $0 } }

    /// Stores the choices for a container, in place of the previous ones. Choices that other viewers of the profile
    /// have stored for other containers in the meantime are kept.
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

    /// Reads the file. If it cannot be read, containers are shown as configured.
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
    /// Values that cannot be read count as not chosen.
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

    /// The maximum number of folded groups to store.
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
