internal import Cards

/// The settings file of an agent as text, and its hooks. All bytes that do not belong to cardstream's hooks stay
/// unchanged. Pure.
struct HookSettings {
    private(set) var bytes: [UInt8]

    /// The initial text for an empty or missing file.
    private static let empty = Array("{}\n".utf8)

    /// Whether only the initial text of an empty file is left.
    var isEmpty: Bool { bytes == Self.empty }

    /// Why a file cannot be changed.
    struct Refusal: Error, Equatable {
        var line: Int
        var column: Int
        var reason: String
    }

    /// - Parameter bytes: The content of the file; empty if there is none.
    /// - Throws: ``Refusal`` for text that is not JSON, or whose hooks do not have the agent's format.
    init(_ bytes: [UInt8]) throws(Refusal) {
        let isEmpty = bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        self.bytes = isEmpty ? Self.empty : bytes
        _ = try groups()
    }

    /// Adds entries, and removes the entries of an earlier installation. Nothing changes if exactly these entries
    /// exist.
    mutating func install(_ entries: [HookEntry], host: HookHost) throws(Refusal) {
        let present = try groups().filter { !$0.ours(host).isEmpty }
        let isInstalled =
            present.count == entries.count
            && entries.allSatisfy { entry in present.contains { $0.event == entry.event && $0.json == entry.group } }
        guard !isInstalled else { return }
        try uninstall(host)
        for entry in entries { try add(entry) }
    }

    private mutating func add(_ entry: HookEntry) throws(Refusal) {
        var edit = JSONEdit(bytes)
        let root = try Self.root(bytes)
        do throws(JSONError) {
            if let hooks = try Self.member("hooks", of: root) {
                if let event = try Self.member(entry.event, of: hooks) {
                    edit.append(entry.group, key: nil, to: event.range)
                } else {
                    edit.append([entry.group], key: entry.event, to: hooks.range)
                }
            } else {
                edit.append(.object([entry.event: [entry.group]]), key: "hooks", to: Self.wholeRange(bytes))
            }
        } catch { throw Self.refusal(error) }
        bytes = edit.bytes
    }

    /// Removes all hooks that run `cardstream hook HOST`, and lists that become empty.
    ///
    /// - Returns: Whether any hook was removed.
    @discardableResult
    mutating func uninstall(_ host: HookHost) throws(Refusal) -> Bool {
        var isChanged = false
        while let group = try groups().last(where: { !$0.ours(host).isEmpty }) {
            isChanged = true
            do throws(JSONError) { try remove(group.ours(host)[0], of: group) } catch { throw Self.refusal(error) }
        }
        return isChanged
    }

    private mutating func remove(_ hook: Int, of group: Group) throws(JSONError) {
        var edit = JSONEdit(bytes)
        let root = try JSONSlice(bytes).members()
        let hooks = try root.slice("hooks")
        let event = try hooks.members().slice(group.event)
        let groups = try event.elements()
        let list = try groups[group.index].members().slice("hooks")
        let elements = try list.elements()
        if elements.count > 1 {
            edit.remove(hook, of: elements.map(\.range), in: list.range)
        } else if groups.count > 1 {
            edit.remove(group.index, of: groups.map(\.range), in: event.range)
        } else if let index = try hooks.members().all.firstIndex(where: { $0.key == group.event }),
            try hooks.members().all.count > 1
        {
            edit.remove(index, of: try hooks.members().all.map(\.value.range), in: hooks.range)
        } else if let index = root.all.firstIndex(where: { $0.key == "hooks" }) {
            edit.remove(index, of: root.all.map(\.value.range), in: Self.wholeRange(bytes))
        }
        bytes = edit.bytes
    }

    // MARK: Reading

    /// An element of an event's list.
    private struct Group {
        var event: String
        var index: Int
        var json: JSONValue

        /// The indices of cardstream's hooks in the element.
        func ours(_ host: HookHost) -> [Int] {
            (json["hooks"]?.array ?? []).enumerated().filter { HookEntry.isOurs($1, host) }.map(\.offset)
        }
    }

    private func groups() throws(Refusal) -> [Group] {
        let root = try Self.root(bytes)
        do throws(JSONError) {
            // Parsing the whole file finds duplicate keys at any depth.
            _ = try root.value()
            guard let hooks = try Self.member("hooks", of: root) else { return [] }
            var groups: [Group] = []
            for (event, list) in try hooks.members().all {
                for (index, element) in try list.elements().enumerated() {
                    _ = try element.members()
                    groups.append(Group(event: event, index: index, json: try element.value()))
                }
            }
            return groups
        } catch { throw Self.refusal(error) }
    }

    private static func root(_ bytes: [UInt8]) throws(Refusal) -> JSONSlice {
        do throws(JSONError) {
            let slice = JSONSlice(bytes)
            _ = try slice.members()
            return slice
        } catch { throw refusal(error) }
    }

    /// The member with this key, even if its value is `null`; nil if there is none.
    private static func member(_ key: String, of object: JSONSlice) throws(JSONError) -> JSONSlice? {
        try object.members().all.first { $0.key == key }?.value
    }

    /// The range from the first opening brace to the last closing brace.
    private static func wholeRange(_ bytes: [UInt8]) -> Range<Int> {
        let start = bytes.firstIndex(of: UInt8(ascii: "{")) ?? 0
        return start..<((bytes.lastIndex(of: UInt8(ascii: "}")) ?? start) + 1)
    }

    private static func refusal(_ error: JSONError) -> Refusal {
        Refusal(line: error.line, column: error.column, reason: "\(error.kind)")
    }
}
