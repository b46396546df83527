extension KeyChord: CustomStringConvertible {
    /// The one spelling of this chord; `KeyChord(name:)` reads it back.
    package var name: String {
        var name = ""
        for (modifier, word) in Modifiers.names where modifiers.contains(modifier) { name += word + "-" }
        return name + keyName
    }

    package var description: String { name }

    private var keyName: String {
        if let named = Key.names.first(where: { $0.key == key }) { return named.name }
        switch key {
        case .function(let number): return "f\(number)"
        case .character(let character): return String(character)
        default: preconditionFailure("Key.names lacks \(key)")
        }
    }

    /// Reads a name from a key file. Modifiers may come in any order; named keys in any case.
    ///
    /// Nil if the key does not exist; the caller then reports the file and line, with ``nearestName(to:)``.
    package init?(name: String) {
        var rest = Substring(name)
        var modifiers: Modifiers = []
        while let (modifier, word) = Modifiers.names.first(where: { rest.lowercased().hasPrefix($0.name + "-") }) {
            // "ctrl--" is control and minus: a key must follow the modifier.
            guard rest.count > word.count + 1 else { break }
            guard !modifiers.contains(modifier) else { return nil }
            modifiers.insert(modifier)
            rest = rest.dropFirst(word.count + 1)
        }
        guard let key = Self.key(named: rest) else { return nil }
        self.init(key, modifiers)
    }

    private static func key(named name: Substring) -> Key? {
        if name.count == 1, let character = name.first {
            guard let scalar = character.unicodeScalars.first, scalar.value >= 0x20, scalar.value != 0x7F else {
                return nil
            }
            return .character(character)
        }
        let lowercase = name.lowercased()
        if let named = Key.names.first(where: { $0.name == lowercase }) { return named.key }
        if let key = Key.otherNames[lowercase] { return key }
        guard lowercase.hasPrefix("f"), let number = Int(lowercase.dropFirst()), (1...24).contains(number),
            lowercase == "f\(number)"
        else { return nil }
        return .function(number)
    }
}
