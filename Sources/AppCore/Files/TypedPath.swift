/// A path as far as it has been typed: the folder that it names, and the beginning of a name in there.
package struct TypedPath: Equatable, Sendable {
    /// As typed, with the slash at its end.
    package var folder: String
    package var name: String

    /// Nil where no folder is named: what is typed is a name, or a user's (`~ana`) that a slash has yet to end.
    package init?(_ text: String) {
        if text == "~" {
            (folder, name) = ("~/", "")
        } else if let slash = text.lastIndex(of: "/") {
            (folder, name) = (String(text[...slash]), String(text[text.index(after: slash)...]))
        } else {
            return nil
        }
    }
}
