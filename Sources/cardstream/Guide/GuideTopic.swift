/// One topic of the guide: `cardstream help NAME` shows it, and it is the manual page `cardstream-NAME(7)`.
struct GuideTopic {
    /// The topic's name on the command line.
    let name: String
    private let bytes: @Sendable () -> [UInt8]

    /// All topics, in the order in which a new user needs them. References are last.
    static let all = [
        GuideTopic(name: "install") { PackageResources.install_md },
        GuideTopic(name: "keys") { PackageResources.keys_md },
        GuideTopic(name: "finding-cards") { PackageResources.finding_cards_md },
        GuideTopic(name: "acting") { PackageResources.acting_md },
        GuideTopic(name: "forms") { PackageResources.forms_md },
        GuideTopic(name: "writing-cards") { PackageResources.writing_cards_md },
        GuideTopic(name: "scripts") { PackageResources.scripts_md },
        GuideTopic(name: "agents") { PackageResources.agents_md },
        GuideTopic(name: "notifications") { PackageResources.notifications_md },
        GuideTopic(name: "conversations") { PackageResources.conversations_md },
        GuideTopic(name: "inbox") { PackageResources.inbox_md },
        GuideTopic(name: "containers") { PackageResources.containers_md },
        GuideTopic(name: "themes") { PackageResources.themes_md },
        GuideTopic(name: "terminals") { PackageResources.terminals_md },
        GuideTopic(name: "server") { PackageResources.server_md },
        GuideTopic(name: "commands") { PackageResources.commands_md },
        GuideTopic(name: "settings") { PackageResources.settings_md },
        GuideTopic(name: "security") { PackageResources.security_md },
        GuideTopic(name: "library") { PackageResources.library_md },
        GuideTopic(name: "troubleshooting") { PackageResources.troubleshooting_md },
        GuideTopic(name: "card-json") { PackageResources.CardJSON_md },
        GuideTopic(name: "protocol") { PackageResources.Protocol_md },
    ]

    /// The names of all topics, in lines that fit 80 columns.
    static var list: String {
        var lines = [""]
        for topic in all {
            let last = lines.count - 1
            if lines[last].utf8.count + topic.name.utf8.count > 70 {
                lines[last] += ","
                lines.append("  " + topic.name)
            } else {
                lines[last] += (lines[last].isEmpty ? "  " : ", ") + topic.name
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The topic with this name; nil if there is none.
    static func named(_ name: String) -> GuideTopic? { all.first { $0.name == name } }

    var page: GuidePage { GuidePage(String(decoding: bytes(), as: UTF8.self)) }

    /// The name of the manual page, which is in section 7.
    var manualName: String { "cardstream-\(name)" }
}
