/// The background a theme is resolved for.
package enum Appearance: String, Sendable, CaseIterable {
    case dark
    case light

    /// The background that the environment variable `COLORFGBG` names, which some terminals set to
    /// "foreground;background"; nil if it names none.
    package init?(colorFGBG: String?) {
        guard let background = colorFGBG?.split(separator: ";").last else { return nil }
        self = background == "7" || background == "15" ? .light : .dark
    }
}
