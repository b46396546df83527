/// The themes that ship inside the program; the same files that lie in `Themes/`, so that what a user copies to
/// change is what the program uses.
enum EmbeddedThemes {
    static let names = ["dark", "light"]

    static func text(of name: String) -> String? {
        switch name {
        case "dark": String(decoding: PackageResources.dark_toml, as: UTF8.self)
        case "light": String(decoding: PackageResources.light_toml, as: UTF8.self)
        default: nil
        }
    }
}
