package import Cards

/// The files of a form that are being sent.
package struct FileUpload: Hashable, Sendable {
    package var id: Int
    package var card: CardID
    package var stream: StreamID
    package var files: [Item]

    package struct Item: Hashable, Sendable {
        /// The input's name.
        package var input: String
        package var bucketID: String
        package var file: ChosenFile
        /// The maximum size in bytes after conversion, for files that are converted; nil for no limit.
        package var maxSize: Int?

        package init(input: String, bucketID: String, file: ChosenFile, maxSize: Int? = nil) {
            self.input = input
            self.bucketID = bucketID
            self.file = file
            self.maxSize = maxSize
        }
    }

    package init(id: Int, card: CardID, stream: StreamID, files: [Item]) {
        self.id = id
        self.card = card
        self.stream = stream
        self.files = files
    }
}
