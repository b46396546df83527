package import Cards

package import struct Foundation.Date

/// A named list of users, for asks: `GET /v1/groups` and `PUT /v1/groups/{name}` with a publisher key.
///
/// JSON: `{"name":"oncall","users":["ana","bo"],"updated":"…"}`.
package struct UserGroup: Hashable, Sendable {
    package var name: GroupName
    /// From 1 to ``mostUsers`` users, each once, in the order of the request.
    package var users: [UserID]
    /// When the list was last set.
    package var updatedAt: Date

    /// The maximum number of users of a group.
    package static let mostUsers = AskRequest.mostUsers
    /// The maximum number of groups of an environment.
    package static let mostGroups = 1000

    package init(name: GroupName, users: [UserID], updatedAt: Date) {
        self.name = name
        self.users = users
        self.updatedAt = updatedAt
    }
}
