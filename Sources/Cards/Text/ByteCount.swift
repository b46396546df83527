/// File sizes for people.
package enum ByteCount {
    /// `512 bytes`, `48 kB`, `1.2 MB`: decimal units. Values below ten have one decimal, unless it is 0.
    package static func text(_ count: Int) -> String {
        guard count >= 1000 else { return count == 1 ? "1 byte" : "\(count) bytes" }
        var unit = 1000
        var name = 0
        // A value that rounds up to a thousand uses the next unit.
        while (count + unit / 2) / unit >= 1000, name < names.count - 1 {
            unit *= 1000
            name += 1
        }
        let whole = (count + unit / 2) / unit
        guard count < 10 * unit, whole < 10 else { return "\(whole) \(names[name])" }
        let tenths = count / (unit / 10) + (count % (unit / 10) >= unit / 20 ? 1 : 0)
        return "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)") \(names[name])"
    }

    private static let names = ["kB", "MB", "GB", "TB"]

    /// Texts for a size and a smaller limit, with enough digits to show the difference.
    package static func texts(_ size: Int, limit: Int) -> (size: String, limit: String) {
        let texts = (text(size), text(limit))
        return texts.0 == texts.1 ? ("\(size) bytes", "\(limit) bytes") : texts
    }
}
