package import Cards

/// Groups of users.
extension FeedCoder {
    /// `{"users":[…]}`
    package static func encode(users: [UserID]) -> [UInt8] {
        JSONValue.object(["users": .array(users.map { .string($0.rawValue) })]).encoded()
    }

    /// Decodes the users of a group. Each user is kept once.
    ///
    /// - Throws: ``Problem`` if there are no users or too many, or if a group contains a group.
    package static func decodeGroupUsers(_ bytes: [UInt8]) throws(Problem) -> [UserID] {
        let object = try WireObject(document: bytes)
        var users: [UserID] = []
        var seen: Set<UserID> = []
        for (index, user) in try object.ids("users", UserID.self).enumerated() {
            guard !user.isGroup else {
                throw object.failure("users/\(index)", expected: "a user; a group cannot contain a group")
            }
            if seen.insert(user).inserted { users.append(user) }
        }
        guard (1...UserGroup.mostUsers).contains(users.count) else {
            throw object.failure("users", expected: "from 1 to \(UserGroup.mostUsers) users")
        }
        return users
    }

    package static func encode(_ group: UserGroup) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 64 + 16 * group.users.count)
        write(group, to: &writer)
        return writer.bytes
    }

    /// `{"groups":[…]}`
    package static func encode(_ groups: [UserGroup]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 128 * groups.count + 32)
        writer.object { writer in
            writer.key("groups")
            writer.array { writer in for group in groups { write(group, to: &writer) } }
        }
        return writer.bytes
    }

    private static func write(_ group: UserGroup, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", group.name.rawValue)
            writer.key("users")
            writer.array { writer in for user in group.users { writer.string(user.rawValue) } }
            writer.member("updated", group.updatedAt)
        }
    }

    package static func decodeGroup(_ bytes: [UInt8]) throws(Problem) -> UserGroup {
        try group(WireObject(document: bytes))
    }

    package static func decodeGroups(_ bytes: [UInt8]) throws(Problem) -> [UserGroup] {
        var groups: [UserGroup] = []
        for (index, slice) in try WireObject(document: bytes).elements("groups").enumerated() {
            groups.append(try group(WireObject(slice, pointer: "/groups/\(index)")))
        }
        return groups
    }

    private static func group(_ object: WireObject) throws(Problem) -> UserGroup {
        UserGroup(name: try object.id("name"), users: try object.ids("users"), updatedAt: try object.time("updated"))
    }

    // MARK: Storage

    /// Encodes users for storage, as a JSON array.
    package static func encodeStored(_ users: [UserID]) -> [UInt8] {
        JSONValue.array(users.map { .string($0.rawValue) }).encoded()
    }

    /// Decodes stored users; empty if the bytes cannot be parsed.
    package static func decodeStoredUsers(_ bytes: [UInt8]) -> [UserID] {
        ((try? JSONParser.parse(bytes))?.array ?? []).compactMap { $0.string.map(UserID.init(stored:)) }
    }
}
