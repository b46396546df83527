/// The built-in themes; identical to the files in `Themes/`, so that users can copy and change them.
enum EmbeddedThemes {
    /// The names in the order of presentation.
    static let names = ["terminal", "mono", "contrast", "ink", "harbour", "moss", "ember", "plum"]

    static func text(of name: String) -> String? {
        switch name {
        // The default theme for that background.
        case "terminal", Appearance.dark.rawValue, Appearance.light.rawValue: text(PackageResources.terminal_toml)
        case "mono": text(PackageResources.mono_toml)
        case "contrast": text(PackageResources.contrast_toml)
        case "ink": text(PackageResources.ink_toml)
        case "harbour": text(PackageResources.harbour_toml)
        case "moss": text(PackageResources.moss_toml)
        case "ember": text(PackageResources.ember_toml)
        case "plum": text(PackageResources.plum_toml)
        default: nil
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
