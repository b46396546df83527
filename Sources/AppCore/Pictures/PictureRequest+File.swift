package import Canvas

extension PictureRequest {
    /// Creates a request for a chosen file, shown in full.
    package init(file: ChosenFile, box: Size, support: PictureSupport) {
        self.init(source: .file(path: file.path, modified: file.modified), box: box, support: support)
    }
}
