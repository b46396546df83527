/// A change of a storage's tables, made by a version of the program.
package struct MigrationStep: Hashable, Sendable {
    package var name: String
    /// A short description of what the change adds.
    package var title: String

    package init(name: String, title: String) {
        self.name = name
        self.title = title
    }
}
