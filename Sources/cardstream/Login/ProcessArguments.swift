internal import Glibc

/// The arguments of this process as other users of the machine see them in the list of processes.
enum ProcessArguments {
    /// Overwrites a text in all arguments. Call it on the main thread before other threads read
    /// them.
    ///
    /// Until this runs, the list of processes shows the text.
    static func mask(_ text: String) {
        guard !text.isEmpty else { return }
        let arguments = CommandLine.unsafeArgv
        for index in 1..<max(1, Int(CommandLine.argc)) {
            var place = arguments[index].flatMap { strstr($0, text) }
            while let found = place {
                memset(found, Int32(UInt8(ascii: "x")), strlen(text))
                place = strstr(found + strlen(text), text)
            }
        }
    }
}
