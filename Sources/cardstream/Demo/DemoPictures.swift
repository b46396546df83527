/// The pictures of the demo's cards. They are embedded, so that neither the demo nor the manual's pictures contact
/// other servers.
enum DemoPictures {
    /// A reserved domain (RFC 6761, 6.4), so that a server's card cannot use the address for something else.
    static let prefix = "https://demo.invalid/"

    /// The file at an address that begins with ``prefix``; empty if the file does not exist. Nil for all other
    /// addresses.
    @Sendable static func file(_ address: String) -> [UInt8]? {
        guard address.hasPrefix(prefix) else { return nil }
        return switch address.dropFirst(prefix.count) {
        case "fjord.jpg": PackageResources.fjord_jpg
        case "fjord.webp": PackageResources.fjord_webp
        case "dice.png": PackageResources.dice_png
        case "globe.gif": PackageResources.globe_gif
        case "plan.svg": PackageResources.plan_svg
        case "film.svg": PackageResources.film_svg
        case "logo.svg": PackageResources.logo_svg
        case "compass.svg": PackageResources.compass_svg
        case "leaf.svg": PackageResources.leaf_svg
        case "tick.svg": PackageResources.tick_svg
        case "page.html": Array("<!doctype html><title>Not an image</title>".utf8)
        default: []
        }
    }
}
