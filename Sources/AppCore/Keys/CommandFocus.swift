/// Where a state's keys go: found out once for many commands that ask.
package struct CommandFocus {
    let container: ContainerModel?
    /// The selected card; nil also when it could not be read.
    let subject: Subject?

    package init(_ state: AppState) {
        container = state.focusedContainer
        subject = container?.selection.flatMap(state.subject)
    }
}
