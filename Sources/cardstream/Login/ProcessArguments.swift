internal import Glibc

/// The arguments of this process as other users of the machine see them in the list of processes.
enum ProcessArguments {
    /// Overwrites the first occurrence of a text in each argument. Call it on the main thread before other threads read
    /// them.
    ///
    /// Until this runs, the list of processes shows the text.
    static func mask(_ text: String) {
        guard !text.isEmpty else { return }
        let arguments = CommandLine.unsafeArgv
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = arguments[index], let place = strstr(argument, text) else { continue }
            memset(place, Int32(UInt8(ascii: "x")), strlen(text))
        }
    }
}
