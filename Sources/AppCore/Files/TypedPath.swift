/// A path that the user is typing: its folder, and the beginning of a name in that folder.
package struct TypedPath: Equatable, Sendable {
    /// The folder as typed, with a slash at the end.
    package var folder: String
    package var name: String

    /// Nil if the text names no folder: it is a name, or a user's home (`~ana`) without the final slash.
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
