internal import AppRuntime
internal import Cards
internal import FeedAPI
internal import FeedSync

internal import struct Foundation.Date

/// The key and the token of a login, and where they are stored.
struct LoginCredentials: Sendable {
    enum Kind: Sendable {
        /// Received for an invitation, and stored in files of the profile.
        case invited(user: String, expires: Date)
        /// Provided by the user, and not copied.
        case own(tokenSetting: String, tokenValue: String, keyFile: String)
    }

    var environment: String
    var key: String
    var token: String
    var kind: Kind

    var isInvited: Bool { if case .invited = kind { true } else { false } }

    /// The user; nil if the token does not contain one.
    var user: String? {
        if case .invited(let user, _) = kind { return user }
        return JWTClaims(token: token)?.userID
    }

    /// When the token expires. Nil if it is not known, or if a command provides a new token each time.
    var expires: Date? {
        switch kind {
        case .invited(_, let expires): expires
        case .own("token_file", _, _): JWTClaims(token: token)?.expiresAt
        case .own: nil
        }
    }

    func add(to changes: inout LoginChanges, _ setup: Setup) throws {
        switch kind {
        case .invited:
            let profile = setup.config.profile
            changes.set("token_file", toFile: setup.paths.tokenFile(profile: profile), holding: token)
            changes.set("viewer_key_file", toFile: setup.paths.viewerKeyFile(profile: profile), holding: key)
        case .own(let name, let value, let keyFile):
            changes.set(name, to: .text(value))
            changes.set("viewer_key_file", to: .text(keyFile))
        }
    }
}

extension LoginCredentials {
    init(_ grant: InvitationGrant) {
        self.init(
            environment: grant.environment.rawValue, key: grant.viewerKey, token: grant.token,
            kind: .invited(user: grant.user.rawValue, expires: grant.tokenExpiresAt))
    }
}
