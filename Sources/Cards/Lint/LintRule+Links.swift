extension LintRule {
    /// Rules about links.
    static let links = [refusedLink, misleadingLink]

    private static let refusedLink = LintRule("refused-link", "The card's text has a link that viewers do not open.") {
        card in
        card.texts.filter { ["text", "list"].contains($0.owner) }.flatMap { text in
            targets(in: text.string).compactMap { target in
                LinkAddress.problem(target).map { problem in
                    Note(
                        text.pointer, "the link to \"\(target.prefix(60))\" is not opened: \(problem)",
                        "Links start with https://, http:// or mailto:.")
                }
            }
        }
    }

    /// The addresses of Markdown links, `[text](address)`.
    private static func targets(in text: String) -> [String] {
        text.split(separator: "](", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            guard let end = rest.firstIndex(of: ")") else { return nil }
            let target = rest[..<end].prefix { $0 != " " }
            return target.isEmpty ? nil : String(target)
        }
    }

    private static let misleadingLink = LintRule(
        "misleading-link", "An address hides its host behind a name and an @."
    ) { card in
        let urls =
            card.actions.map { ($0.pointer + "/url", $0.json["url"]?.string) }
            + card.texts.flatMap { text in targets(in: text.string).map { (text.pointer, Optional($0)) } }
        return urls.compactMap { pointer, url in
            guard let url, let start = url.firstRange(of: "://")?.upperBound else { return nil }
            let host = url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            guard let at = host.lastIndex(of: "@") else { return nil }
            return Note(
                pointer, "this address leads to \(host[host.index(after: at)...]), not to \(host[..<at])",
                "Leave out the part before the @.")
        }
    }
}
