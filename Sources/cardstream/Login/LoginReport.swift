internal import AppRuntime
internal import CardSession
internal import Cards
internal import FeedAPI

/// The report about a login, as text and as JSON.
struct LoginReport {
    let server: String
    let credentials: LoginCredentials
    let metrics: UserMetrics
    let changes: LoginChanges
    let setup: Setup
    let sendsAnalytics: Bool
    /// The server's time minus this machine's time, in seconds; nil if it is not known.
    let skew: Double?
    /// Whether the profile had its own feed, which is no longer shown.
    let leavesOwnFeed: Bool

    var lines: [String] {
        let count = metrics.totalCards
        let user = credentials.user.map { "as \($0)" } ?? "(the token does not name a user)"
        var lines = [
            "connected to \(server) \(user): \(count) \(count == 1 ? "card waits" : "cards wait")",
            "wrote \(changes.names.joined(separator: ", ")) in \(changes.file.shownAsFile)",
        ]
        for secret in changes.secrets { lines.append("wrote \(secret.path.shownAsFile), which only you can read") }
        if let expires = credentials.expires {
            let day = TextTable.time(FeedTime.text(expires)).prefix(10)
            lines.append(
                credentials.isInvited
                    ? "the token is valid until \(day); then log in again with a new invitation"
                    : "the token is valid until \(day)")
        }
        lines.append(
            sendsAnalytics
                ? "the publisher sees what you read and do; to turn this off, set analytics = false or log in with --no-analytics"
                : "the publisher receives only your answers (analytics = false)")
        if leavesOwnFeed {
            lines.append("your own feed stays on this machine; `\(command("logout"))` shows its cards again")
            lines.append(
                "`\(command("publish"))` sends to \(server) from now on, and needs a publisher key of that server")
        }
        lines.append("`\(command())` opens your cards, and `\(command("logout"))` undoes the login")
        return lines.map(\.escapingControls)
    }

    /// The command line that runs a command for this profile.
    private func command(_ name: String? = nil) -> String {
        let words = ["cardstream", name].compactMap(\.self).joined(separator: " ")
        let isUsual = setup.config.profile == setup.fileProfile || setup.isFileNamed
        return isUsual ? words : "\(words) --profile \(setup.config.profile)"
    }

    /// Warnings about problems after the login.
    var warnings: [String] {
        var warnings: [String] = []
        let store = setup.paths.database(profile: setup.config.profile)
        if let holder = CardSession.holder(of: store), !holder.isCommand {
            warnings.append(
                "an open viewer (process \(holder.processID)) still shows the previous cards: quit it, then start it "
                    + "again")
        }
        if let warning = LoginProbe.warning(ofSkew: skew) { warnings.append(warning) }
        let variables = Setup.login.compactMap { name -> String? in
            if case .variable(let variable)? = setup.origins[name], name != "user" { variable } else { nil }
        }
        if !variables.isEmpty {
            warnings.append(
                "\(variables.joined(separator: ", ")) \(variables.count == 1 ? "is" : "are") set and "
                    + "\(variables.count == 1 ? "overrides" : "override") what the login wrote")
        }
        return warnings
    }

    var json: JSONValue {
        var object: JSONObject = [
            "server": .string(server), "environment": .string(credentials.environment),
            "profile": .string(setup.config.profile), "configuration": .string(changes.file),
            "settings": .array(changes.names.map { .string($0) }),
            "total": .number(JSONNumber(metrics.totalCards)), "unseen": .number(JSONNumber(metrics.unseenCards)),
            "analytics": .bool(sendsAnalytics),
        ]
        if let user = credentials.user { object["user"] = .string(user) }
        if let expires = credentials.expires { object["tokenExpires"] = .string(FeedTime.text(expires)) }
        return .object(object)
    }
}
