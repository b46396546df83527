import Basics
import Cards
import FeedAPI

/// The users of an ask, step by step. The names of groups are replaced by their users.
///
/// - Each user is asked once, in the earliest step that names the user.
/// - Excluded users are not asked, not even as members of a group.
/// - A step without users is dropped. The first step needs at least one user.
struct AskPlan: Hashable {
    struct Step: Hashable {
        /// The time of the step in seconds after the creation of the ask; 0 for the first step.
        var after: Int
        var users: [UserID]
    }

    /// The steps in the order of their times; at least one.
    private(set) var steps: [Step]

    var users: [UserID] { steps.flatMap(\.users) }

    /// - Parameter groups: All groups of the environment. They are needed only for a request that names groups.
    /// - Throws: ``Problem`` of type `unknown-group` or `malformed-request`, with a pointer into the request.
    init(_ request: AskRequest, groups: [UserGroup]) throws(Problem) {
        let named = NamedUsers(groups)
        var seen = Set(try named.users(request.excluded, at: "/not"))
        steps = [Step(after: 0, users: try named.users(request.users, at: "/users"))]
        for (index, step) in request.steps.enumerated() {
            let users = try named.users(step.users, at: "/escalate/\(index)/users")
            steps.append(Step(after: step.after, users: users))
        }
        for index in steps.indices { steps[index].users.removeAll { !seen.insert($0).inserted } }
        guard !steps[0].users.isEmpty else {
            throw Problem(
                InvalidField("/users", expected: "at least one user who is not excluded"))
        }
        steps.removeAll(where: \.users.isEmpty)
        guard users.count <= AskRequest.mostUsers else {
            throw Problem(
                InvalidField(
                    "/users",
                    expected:
                        "at most \(AskRequest.mostUsers) users, including the members of groups and the users of all steps"
                ))
        }
        if case .count(let needed)? = request.quorum, needed > users.count {
            throw Problem(
                InvalidField("/quorum", expected: "at most \(users.count), the number of users"))
        }
    }
}

/// Replaces the names of groups with their users.
private struct NamedUsers {
    private let groups: [GroupName: [UserID]]

    init(_ groups: [UserGroup]) {
        self.groups = Dictionary(groups.map { ($0.name, $0.users) }) { $1 }
    }

    func users(_ names: [UserID], at pointer: String) throws(Problem) -> [UserID] {
        var users: [UserID] = []
        for (index, name) in names.enumerated() {
            guard name.isGroup else {
                users.append(name)
                continue
            }
            guard let group = name.groupName else {
                let expected = "a user, or @ and the name of a group: \(GroupName.rule.expected)"
                throw Problem(InvalidField("\(pointer)/\(index)", expected: expected))
            }
            guard let members = groups[group] else {
                throw .unknownGroup(group, among: groups.keys, pointer: "\(pointer)/\(index)")
            }
            users += members
        }
        return users
    }
}

extension Problem {
    /// - Parameter known: The groups of the environment, from which a similar name is suggested.
    static func unknownGroup(
        _ name: GroupName, among known: some Sequence<GroupName>, pointer: String? = nil
    ) -> Problem {
        let names = known.map(\.rawValue).sorted()
        let guess = Spelling.nearest(to: name.rawValue, among: names).map { " Did you mean \"\($0)\"?" }
        let none = names.isEmpty ? " This environment has no groups yet." : ""
        return Problem(
            .unknownGroup, detail: "The group \"\(name)\" does not exist.\(guess ?? none)", pointer: pointer)
    }
}
