package import Canvas

extension PictureRequest {
    /// A chosen file, shown whole.
    package init(file: ChosenFile, box: Size, support: PictureSupport) {
        self.init(source: .file(path: file.path, modified: file.modified), box: box, support: support)
    }
}
