/// The background a theme is resolved for.
package enum Appearance: String, Sendable, CaseIterable {
    case dark
    case light
}
