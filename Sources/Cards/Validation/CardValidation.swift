import struct Foundation.Date

/// Strict validation for publishers: on the server before a card is stored, and in `lint`. Every problem has a
/// location, the expected value and the found value. Unknown members and component types are allowed.
public enum CardValidation {
    /// Parses and checks the JSON of a card. Bytes that are not JSON result in one problem with line and column.
    public static func problems(in bytes: [UInt8]) -> [CardProblem] {
        guard bytes.count <= CardLimits.wholeBytes else { return [tooLarge(bytes.count, CardLimits.wholeBytes)] }
        do {
            return problems(in: try JSONParser.parse(bytes, depthLimit: JSONParser.maxDepthLimit))
        } catch {
            return [CardProblem(pointer: "", expected: "valid JSON", found: "an error at \(error)")]
        }
    }

    /// The problems of a card, at most 50; empty if it may be published.
    public static func problems(in json: JSONValue) -> [CardProblem] {
        var checker = ShapeChecker()
        if let pointer = json.pointer(deeperThan: CardLimits.depth) {
            checker.report(
                CardProblem(
                    pointer: pointer, expected: JSONValue.depthExpectation, found: "more",
                    hint: "Use fewer levels in metadata."))
        }
        checker.check(json, .object(CardShapes.card), at: "")
        // Rules across values are only checked if the values are valid, so that each problem is reported once.
        if checker.problems.isEmpty {
            let sizes = sizeProblems(of: json)
            guard sizes.isEmpty else { return sizes }
            var rules = CardRules(checker: checker, card: json)
            rules.checkCard(json)
            checker = rules.checker
            checkExpansion(json, &checker)
        }
        return checker.problems
    }

    /// Checks how many bytes the defaults of variables insert. Decodes the card only if it has variables. A card that
    /// cannot be decoded has other problems, which are already reported.
    private static func checkExpansion(_ json: JSONValue, _ checker: inout ShapeChecker) {
        guard json["variables"]?.array?.isEmpty == false, let body = try? CardBody(json: json) else { return }
        let bytes = body.expansionOfDefaults
        guard bytes > CardLimits.expansion else { return }
        checker.report(
            CardProblem(
                pointer: "/variables",
                expected: "defaults that add at most \(CardLimits.expansion) bytes to the card's texts",
                found: "\(bytes) bytes", hint: "Shorten the defaults, or use the variables less often."))
    }

    /// Checks the separate size limits of the card without its pages, of each page, and of the whole card.
    private static func sizeProblems(of json: JSONValue) -> [CardProblem] {
        var card = json.object ?? [:]
        let pages = card["pages"]?.object ?? [:]
        card["pages"] = nil
        let size = JSONValue.object(card).encoded().count
        if size > CardLimits.bytes { return [tooLarge(size, CardLimits.bytes)] }
        var whole = size
        var problems: [CardProblem] = []
        for (name, page) in pages.members {
            let size = page.encoded().count
            whole += size
            if size > CardLimits.bytes {
                let pointer = "/pages" + CardProblem.pointerPart(name)
                problems.append(tooLarge(size, CardLimits.bytes, at: pointer))
            }
        }
        if whole > CardLimits.wholeBytes { return [tooLarge(whole, CardLimits.wholeBytes)] }
        return Array(problems.prefix(CardLimits.problems))
    }

    private static func tooLarge(_ size: Int, _ limit: Int, at pointer: String = "") -> CardProblem {
        CardProblem(
            pointer: pointer, expected: "at most \(limit) bytes", found: "\(size) bytes",
            hint: "Shorten the texts, or replace long texts with links.")
    }
}

extension CardBody {
    /// Decodes a card strictly.
    /// - Throws: The first ``CardProblem`` that ``CardValidation`` finds.
    public static func validated(_ json: JSONValue) throws(CardProblem) -> CardBody {
        if let problem = CardValidation.problems(in: json).first { throw problem }
        return try CardBody(json: json)
    }
}
