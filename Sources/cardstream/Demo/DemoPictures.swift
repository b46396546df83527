/// The pictures of the demonstration's cards. They are in the program: neither the demonstration nor the pictures of the
/// manual ask a server of somebody else.
enum DemoPictures {
    /// Of a domain that is nobody's (RFC 6761, 6.4), so that no card of a server can name it for something else.
    static let prefix = "https://demo.invalid/"

    /// The file of an address below ``prefix``, empty where there is none; nil for all other addresses.
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
        case "page.html": Array("<!doctype html><title>Not a picture</title>".utf8)
        default: []
        }
    }
}
