internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

/// Files cannot be chosen here yet; says so instead of leaving the field out.
struct FileUploadView: ComponentView {
    let label: InputLabel

    func add(to builder: inout CardLayoutBuilder) {
        label.add(to: &builder)
        builder.addNote(SafeText(Strings.Disabled.upload), scope: .inputPlaceholder, limit: 2)
    }
}
