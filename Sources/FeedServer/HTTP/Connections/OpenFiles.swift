import Glibc

/// How many files and connections the system lets this process have open.
package enum OpenFiles {
    /// The limit in force; large where there is none.
    package static var limit: Int {
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0 else { return 1024 }
        return Int(clamping: limits.rlim_cur)
    }

    /// Raises the soft limit to the hard one. For programs of our own: in a host's process the limit is the host's, which
    /// may rely on descriptors below 1024, as `select()` does.
    package static func raise() {
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0, limits.rlim_cur < limits.rlim_max else { return }
        limits.rlim_cur = limits.rlim_max
        // Refused: then the old limit holds, and the number of connections follows from it.
        _ = setrlimit(resource, &limits)
    }

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
}
