/// A storage whose content can be read and written as rows of an archive while no server uses it.
package protocol ArchivableStorage: Sendable {
    /// The name of this kind of storage in archives.
    static var archiveName: String { get }

    /// Reads a consistent snapshot of everything, in the order of ``ArchiveTable/all``.
    ///
    /// - Parameter read: Called for each row, on a thread that it may block.
    func readArchive(_ read: @escaping @Sendable (ArchiveRow) throws -> Void) async throws

    /// Returns how many rows of an archive were already imported.
    ///
    /// - Returns: 0 for an empty storage.
    /// - Throws: ``ArchiveError/notEmpty`` if other data is stored, ``ArchiveError/unfinished`` if it is a part of
    ///   another archive.
    func importedRows(of archive: String) async throws -> Int

    /// Stores rows in one transaction.
    ///
    /// - Parameter count: How many rows of the archive are stored after this call. Stored in the same transaction.
    func write(_ rows: [ArchiveRow], of archive: String, count: Int) async throws

    /// Marks the import as complete, so that servers can use the storage.
    func finishImport(of archive: String) async throws

    func close() async throws
}
