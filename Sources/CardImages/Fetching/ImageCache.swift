internal import Cards
internal import Glibc

/// A disk cache of image files: one file for each image, named by a hash of its address. The least recently used files
/// are removed when the total size exceeds the limit. The whole cache can be deleted at any time; if the disk is not
/// writable, nothing is cached.
///
/// Each file begins with header lines (address, expiry, validators) that end with an empty line.
package actor ImageCache {
    struct Entry: Hashable, Sendable {
        var bytes: [UInt8]
        var rule: CacheRule
        /// The time until which the file is fresh, in seconds since 1970.
        var freshUntil: Int
    }

    /// The default limit of the total size, in bytes.
    package static let standardLimit = 100 << 20
    private static let signature = "cardstream-image 1"
    private static let maxHead = 16 << 10

    private let directory: String
    private let limit: Int
    private let now: @Sendable () -> Int
    private var isReady = false
    /// The size of all files in bytes; nil until they have been counted.
    private var total: Int?

    /// - Parameters:
    ///   - directory: Created, for the owner only, when the first file is stored.
    ///   - now: The current time, in seconds since 1970.
    package init(
        directory: String, limit: Int = ImageCache.standardLimit, now: @escaping @Sendable () -> Int = { time(nil) }
    ) {
        self.directory = directory
        self.limit = limit
        self.now = now
    }

    /// The cached file of an address. Reading it updates its time of last use.
    func entry(for address: String) -> Entry? {
        let path = path(of: address)
        guard let content = CacheFile.read(path, limit: ImageFetcher.maxBytes + Self.maxHead),
            let entry = Self.parse(content, address: address)
        else { return nil }
        CacheFile.touch(path, at: now())
        return entry
    }

    /// Whether a file may be shown without revalidation.
    func isFresh(_ entry: Entry) -> Bool { now() < entry.freshUntil }

    /// Stores a file, replacing an older one of the same address.
    func store(_ bytes: [UInt8], for address: String, rule: CacheRule) {
        guard rule.mayBeStored, !address.utf8.contains(0x0A) else { return remove(address) }
        let entry = Entry(bytes: bytes, rule: rule, freshUntil: now() + (rule.life ?? CacheRule.standardLife))
        let content = Self.head(of: entry, address: address) + bytes
        guard content.count <= limit, prepare() else { return }
        let path = path(of: address)
        let before = CacheFile.size(path) ?? 0
        guard CacheFile.replace(path, by: content) else { return }
        CacheFile.touch(path, at: now())
        let size = total.map { $0 + content.count - before } ?? CacheFile.list(directory).reduce(0) { $0 + $1.size }
        total = size
        if size > limit { evict() }
    }

    private func remove(_ address: String) {
        let path = path(of: address)
        guard let size = CacheFile.size(path) else { return }
        unlink(path)
        total = total.map { $0 - size }
    }

    /// Removes the least recently used files until a tenth of the limit is free, so that the next few files fit without
    /// another scan.
    private func evict() {
        let files = CacheFile.list(directory).sorted { $0.used < $1.used }
        var left = files.reduce(0) { $0 + $1.size }
        for file in files where left > limit / 10 * 9 {
            if unlink("\(directory)/\(file.name)") == 0 { left -= file.size }
        }
        total = left
    }

    private func prepare() -> Bool {
        if !isReady { isReady = CacheFile.makeDirectory(directory) }
        return isReady
    }

    private func path(of address: String) -> String { "\(directory)/\(Self.name(of: address))" }

    // MARK: The file

    /// A hash of the address. A collision only costs a download, because the address is in the file.
    static func name(of address: String) -> String { FNV1a.wideText(of: address) }

    private static func head(of entry: Entry, address: String) -> [UInt8] {
        var lines = [signature, address, "\(entry.freshUntil)"]
        if let tag = entry.rule.entityTag { lines.append("etag \(tag)") }
        if let date = entry.rule.lastModified { lines.append("last-modified \(date)") }
        if let life = entry.rule.life { lines.append("life \(life)") }
        return Array((lines.joined(separator: "\n") + "\n\n").utf8)
    }

    /// Nil if the file is damaged or belongs to another address.
    private static func parse(_ content: [UInt8], address: String) -> Entry? {
        let lineFeed = UInt8(ascii: "\n")
        guard
            let end = content.prefix(maxHead + address.utf8.count).indices.dropLast()
                .first(where: { content[$0] == lineFeed && content[$0 + 1] == lineFeed })
        else { return nil }
        let lines = content[..<end].split(separator: lineFeed).map { String(decoding: $0, as: UTF8.self) }
        guard lines.count >= 3, lines[0] == signature, lines[1] == address, let freshUntil = Int(lines[2]) else {
            return nil
        }
        var rule = CacheRule()
        for line in lines.dropFirst(3) {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "etag": rule.entityTag = String(parts[1])
            case "last-modified": rule.lastModified = String(parts[1])
            case "life": rule.life = Int(parts[1])
            default: break
            }
        }
        return Entry(bytes: Array(content[(end + 2)...]), rule: rule, freshUntil: freshUntil)
    }
}
