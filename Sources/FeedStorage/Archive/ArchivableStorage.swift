/// A storage whose whole content can be read and written as rows of an archive, while no server uses it.
package protocol ArchivableStorage: Sendable {
    /// The name of its kind, for the archive.
    static var archiveName: String { get }

    /// Reads everything as it is at one moment, in the order of ``ArchiveTable/all``.
    ///
    /// - Parameter read: Called on a thread that may wait.
    func readArchive(_ read: @escaping @Sendable (ArchiveRow) throws -> Void) async throws

    /// How many rows of an archive are stored.
    ///
    /// - Returns: 0 for an empty storage.
    /// - Throws: ``ArchiveError/notEmpty`` if anything else is stored, ``ArchiveError/unfinished`` if that is a part of
    ///   another archive.
    func importedRows(of archive: String) async throws -> Int

    /// Stores rows in one transaction.
    ///
    /// - Parameter count: How many rows of the archive are stored then.
    func write(_ rows: [ArchiveRow], of archive: String, count: Int) async throws

    /// Lets servers use the storage.
    func finishImport(of archive: String) async throws

    func close() async throws
}
