internal import AppRuntime
internal import Cards
internal import FeedAPI
internal import FeedSync

internal import struct Foundation.Date

/// The key and token of a login, and where they are kept.
struct LoginCredentials: Sendable {
    enum Kind: Sendable {
        /// Given for an invitation; kept in files of the profile.
        case invited(user: String, expires: Date)
        /// The user's own, which stay where they are.
        case own(tokenSetting: String, tokenValue: String, keyFile: String)
    }

    var environment: String
    var key: String
    var token: String
    var kind: Kind

    var isInvited: Bool { if case .invited = kind { true } else { false } }

    /// The user, if the token says who it is.
    var user: String? {
        if case .invited(let user, _) = kind { return user }
        return JWTClaims(token: token)?.userID
    }

    /// When the token expires; nil where each one that is asked for expires at another time.
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
