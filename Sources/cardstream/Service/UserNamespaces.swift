internal import AppRuntime

/// Whether the kernel lets users create namespaces, which the file system options in a user's units need.
enum UserNamespaces {
    static var isAllowed: Bool {
        isAllowed { path in (try? PrivateFile.read(path, limit: 64)).map { String(decoding: $0, as: UTF8.self) } }
    }

    /// - Parameter read: Returns the content of a file below `/proc`; nil if this kernel does not have the file.
    static func isAllowed(_ read: (String) -> String?) -> Bool {
        func value(_ name: String) -> Int? {
            read("/proc/sys/\(name)").flatMap { Int($0.prefix { !$0.isWhitespace }) }
        }
        return value("user/max_user_namespaces") != 0 && value("kernel/unprivileged_userns_clone") != 0
            && value("kernel/apparmor_restrict_unprivileged_userns") != 1
    }
}
