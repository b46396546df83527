import Glibc

/// The limit on the number of files and connections that this process may have open.
package enum OpenFiles {
    /// The current limit; a large number if there is none.
    package static var limit: Int {
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0 else { return 1024 }
        return Int(clamping: limits.rlim_cur)
    }

    /// Raises the soft limit to the hard limit. Only for the programs of this project: a program that embeds the server
    /// may need descriptors below 1024, for example for `select()`.
    package static func raise() {
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0, limits.rlim_cur < limits.rlim_max else { return }
        limits.rlim_cur = limits.rlim_max
        // If this fails, the old limit stays in effect, and fewer connections are allowed.
        _ = setrlimit(resource, &limits)
    }

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
}
