import CardStreamComapi

/// A storage with files, in memory.
actor FileStorage: ConversationStorage {
    private var bytes: [UInt8]?
    private var files: [String: [UInt8]] = [:]

    var names: [String] { files.keys.sorted() }

    func keep(_ bytes: [UInt8], as name: String) { files[name] = bytes }
    func load() -> [UInt8]? { bytes }
    func save(_ bytes: [UInt8]) { self.bytes = bytes }
    func file(named name: String) -> [UInt8]? { files[name] }
    func removeFile(named name: String) { files[name] = nil }
}
