package import Cards

/// Texts about the connection to the server.
extension Strings {
    package enum Launch {
        package static let loading = "Loading cards"
        package static let noConnection = "No internet connection"
        package static let loadFailed = "Couldn't load data"
        package static let tryAgain = "Try again"
        package static func cannotReach(_ server: String?) -> String { "Can't reach \(server ?? "the server")" }
        package static func hostNotFound(_ host: String) -> String { "Can't find the host \(host)" }
        package static func tls(_ reason: String) -> String { "\(reason). Trying again every 5 minutes." }
        package static func authentication(_ reason: String) -> String { advised(reason, checkSecrets) }
        package static func advised(_ reason: String, _ advice: String) -> String {
            "\(reason)\(reason.hasSuffix(".") ? "" : ".") \(advice)"
        }
        /// An attached source without access, by its name in the configuration.
        package static func source(_ name: String) -> String { "\(name.escapingControls): not logged in" }
        package static let checkAddress = "Check the server's address in config.toml or on the command line."
        package static let checkSecrets =
            "The token comes from token_file, token_command or CARDSTREAM_TOKEN, and the viewer key from "
            + "viewer_key_file or CARDSTREAM_VIEWER_KEY. `cardstream doctor` checks both, and "
            + "`cardstream login` gets a new token and a new key."
    }

    /// Texts about problems on this machine.
    package enum Local {
        /// The text for the status line: the problem and a remedy.
        package static func short(_ problem: SyncStatus.LocalProblem) -> String {
            switch problem {
            case .diskFull(let folder): "disk full" + (folder.map { ": free some space in \($0)" } ?? "")
            case .store: "new cards can't be stored"
            case .library: "network library missing"
            case .feed: "the feed can't be opened"
            }
        }
        /// The complete text: the problem, its meaning and what happens next.
        package static func detail(_ problem: SyncStatus.LocalProblem) -> String {
            switch problem {
            case .diskFull(let folder):
                "The disk is full: new cards can't be stored\(folder.map { " in \($0)" } ?? ""). Free some space; "
                    + "nothing is lost, and new cards will appear after that."
            case .store(let reason): "New cards can't be stored: \(reason)"
            case .library(let reason), .feed(let reason): reason
            }
        }
    }

    package enum Status {
        package static let connecting = "connecting"
        package static let live = "live"
        package static func polling(_ seconds: Int) -> String {
            seconds == 0 ? "not polling" : "polling every \(seconds) s"
        }
        package static func offline(since time: String) -> String { "offline since \(time)" }
        package static let offline = "offline"
        /// The text for an attached source, by its name in the configuration.
        package static func source(_ name: String, _ trouble: String) -> String {
            "\(name.escapingControls): \(trouble)"
        }
        package static func stale(since time: String) -> String { "no new cards since \(time)" }
        package static func cannotReach(_ server: String?) -> String { "can't reach \(server ?? "the server")" }
        package static let noAnswer = "no usable response from the server"
        package static let authentication = "not logged in"
        package static func hostNotFound(_ host: String) -> String { "can't find the host \(host)" }
        package static func notFeed(_ server: String?) -> String {
            "\(server ?? "the server") is not a cardstream server"
        }
        package static let denied = "denied by network.policy"
        package static let retriesSeldom = "trying again every 5 min"
        package static func waiting(_ actions: Int) -> String { "\(actions) unsent" }
        package static func refused(_ actions: Int) -> String { "\(actions) refused" }
        /// Modal cards that are shown once the user has left a field or closed a sheet.
        package static func modalWaits(_ cards: Int, key: String) -> String {
            (cards == 1 ? "1 card waits" : "\(cards) cards wait") + ": press \(key)"
        }
        package static func zoomed(key: String) -> String { "zoomed, \(key) to go back" }
        package static let separator = " · "
    }
}
