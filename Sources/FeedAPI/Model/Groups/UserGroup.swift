public import Cards

public import struct Foundation.Date

/// A named list of users, for asks: `GET /v1/groups` and `PUT /v1/groups/{name}` with a publisher key.
///
/// JSON: `{"name":"oncall","users":["ana","bo"],"updated":"…"}`.
public struct UserGroup: Hashable, Sendable {
    public var name: GroupName
    /// From 1 to 1000 users, each once, in the order in which they were named.
    public var users: [UserID]
    /// When the list was last set.
    public var updatedAt: Date

    /// The maximum number of users of a group.
    public static let mostUsers = AskRequest.mostUsers
    /// The maximum number of groups of an environment.
    public static let mostGroups = 1000

    public init(name: GroupName, users: [UserID], updatedAt: Date) {
        self.name = name
        self.users = users
        self.updatedAt = updatedAt
    }
}
