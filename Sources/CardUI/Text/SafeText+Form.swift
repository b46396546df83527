internal import Canvas
internal import Theming

extension SafeText {
    /// The text in another form: in capitals, or with spaces between its letters. Letters whose capital has another
    /// width, such as ß, are not changed.
    func formed(as form: TextForm?) -> SafeText {
        guard let form, !form.isEmpty else { return self }
        return SafeText(Self.formed(string, form), lines: .multiple)
    }

    fileprivate static func formed(_ text: String, _ form: TextForm) -> String {
        let form = form.contains(.large) ? form.union([.capitals, .spaced]) : form
        var result = ""
        var last: Character?
        for character in text {
            if form.contains(.spaced), let last, character != "\n", last != "\n" {
                // A no-break space between letters, so that lines do not break there.
                result.append(character == " " || last == " " ? " " : "\u{A0}")
            }
            result.append(form.contains(.capitals) ? capital(of: character) : character)
            last = character
        }
        return result
    }

    private static func capital(of character: Character) -> Character {
        let capital = character.uppercased()
        guard capital.count == 1, let first = capital.first,
            TextLayout.width(of: first) == TextLayout.width(of: character)
        else { return character }
        return first
    }
}

extension RichText {
    /// The text in another form, with the same parts and links.
    func formed(as form: TextForm?) -> RichText {
        guard let form, !form.isEmpty else { return self }
        let isSpaced = !form.isDisjoint(with: [.spaced, .large])
        var whole = ""
        var start = 0
        var parts: [Part] = []
        let bytes = Array(text.string.utf8)
        for part in self.parts where part.end > start {
            let piece = SafeText.formed(String(decoding: bytes[start..<part.end], as: UTF8.self), form)
            if isSpaced, let last = whole.last, let first = piece.first, last != "\n", first != "\n" {
                whole.append(last == " " || first == " " ? " " : "\u{A0}")
            }
            whole += piece
            parts.append(Part(end: whole.utf8.count, markup: part.markup, link: part.link))
            start = part.end
        }
        return RichText(cleaning: whole, parts: parts, links: links)
    }
}
