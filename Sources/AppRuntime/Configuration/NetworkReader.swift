import Cards
import TOML

/// Reads the table `network` of the configuration file: the rules for which servers may be contacted.
package struct NetworkReader {
    package static let help =
        "The servers that may be contacted. The first rule with a matching host decides; if no rule matches, the request is allowed."

    /// An example for users.
    package static let example = """
        The servers that may be contacted, for cards, files and images. The first rule with a matching host decides; "*.NAME" is
        every host below NAME, "*" any host. Other hosts are allowed. With pins, the server's chain must have a certificate
        whose public key (SPKI) has one of these SHA-256 hashes, in base 64. With pins, HTTP is used instead of WebSockets.

        [[network.policy]]
        host = "cards.example.com"
        decision = "allow"
        pins = ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]

        [[network.policy]]
        host = "*"
        decision = "deny"
        """

    static let table = "network"
    private static let rules = "policy"
    private static let decisions = ["allow", "deny"]

    let file: String
    let lines: TOMLLines
    /// Receives the mistakes.
    let mistakes: MistakeList

    /// Reads the rules; those with mistakes are left out.
    func read(_ table: TOMLTable) -> [RequestRule] {
        mistakes.collect { () throws(ConfigError) in try rules(table) } ?? []
    }

    private func rules(_ table: TOMLTable) throws(ConfigError) -> [RequestRule] {
        let network = fields(table, Self.table, known: [Self.rules])
        try network.checkNames()
        guard let value = table[Self.rules] else { return [] }
        guard let list = value.array else {
            throw network.error(
                Self.rules,
                "\(Self.table).policy is \(TOMLFields.told(value)); expected tables, [[\(Self.table).policy]]")
        }
        var rules: [RequestRule] = []
        for (index, value) in list.enumerated() {
            let name = "\(Self.table).policy[\(index)]"
            guard let table = value.table else {
                throw fields(TOMLTable(), name, known: []).error(
                    nil, "\(name) is \(TOMLFields.told(value)); expected a table, [[\(Self.table).policy]]")
            }
            let rule = mistakes.collect { () throws(ConfigError) in
                try self.rule(fields(table, name, known: ["host", "decision", "pins"]))
            }
            if let rule { rules.append(rule) }
        }
        return rules
    }

    private func rule(_ fields: TOMLFields) throws(ConfigError) -> RequestRule {
        try fields.checkNames()
        guard let text = try fields.text("host") else {
            throw fields.error(nil, "\(fields.name) has no host; expected host = \"cards.example.com\"")
        }
        let host: HostPattern
        do throws(RequestPolicyProblem) { host = try HostPattern(text) } catch {
            throw fields.error("host", "\(fields.name).host: \(error)")
        }
        guard let decision = try fields.text("decision") else {
            throw fields.error(nil, "\(fields.name) has no decision; expected decision = \"allow\" or \"deny\"")
        }
        guard Self.decisions.contains(decision) else {
            throw fields.error(
                "decision",
                "\(fields.name).decision is \"\(decision)\"; expected \"allow\" or \"deny\"; to require known "
                    + "server keys, use \"allow\" and add pins")
        }
        guard fields.table["pins"] != nil else {
            return RequestRule(host: host, decision == "deny" ? .deny : .allow)
        }
        guard decision == "allow" else {
            throw fields.error(
                "pins", "\(fields.name).pins: a denied host cannot have pins; remove them, or allow the host")
        }
        return RequestRule(host: host, .allowPinned(try pins(fields)))
    }

    private func pins(_ fields: TOMLFields) throws(ConfigError) -> Set<CertificatePin> {
        var pins: Set<CertificatePin> = []
        for (index, text) in try fields.texts("pins").enumerated() {
            do throws(RequestPolicyProblem) { pins.insert(try CertificatePin(sha256: text)) } catch {
                throw fields.error("pins[\(index)]", "\(fields.name).pins[\(index)]: \(error)")
            }
        }
        guard !pins.isEmpty else {
            throw fields.error("pins", "\(fields.name).pins is empty; add a pin, or remove the pins setting")
        }
        return pins
    }

    private func fields(_ table: TOMLTable, _ name: String, known: [String]) -> TOMLFields {
        TOMLFields(table: table, name: name, known: known, file: file, lines: lines, area: .connection)
    }
}
