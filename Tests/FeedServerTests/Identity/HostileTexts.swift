/// Texts that cannot be identifiers, and pairs of different texts that must never be treated as equal.
enum HostileTexts {
    /// Texts with U+0000 in every position, and with other control characters.
    static let refused =
        [
            "\0", "ana\0", "\0ana", "ana\0bo", "ana\u{1}", "ana\n", "ana\t", "ana\u{1F}", "ana\u{7F}", "ana\u{80}",
            "ana\u{9F}",
        ]

    /// Pairs of texts that look, sort or compare as equal somewhere.
    static let pairs = [
        ("\u{E9}ric", "e\u{301}ric"), ("Kim", "\u{212A}im"), ("\u{C5}sa", "\u{212B}sa"), ("ana", "Ana"),
        ("ana", "ana "), ("ana", "ana%00"), ("ana", "ana\u{200B}"), ("\u{1E9B}\u{323}", "\u{17F}\u{323}\u{307}"),
        ("1", "01"), ("a:b", "a%3Ab"), ("'", "''"), ("\u{AC00}", "\u{1100}\u{1161}"),
    ]
}
