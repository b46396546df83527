import Glibc

/// The resource usage of this process, with the metric names of the Prometheus client libraries.
enum ProcessUsage {
    static var families: [MetricFamily] {
        var families: [MetricFamily] = []
        var usage = rusage()
        if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
            let seconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
                $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
            }
            families.append(
                MetricFamily(
                    "process_cpu_seconds_total", .counter, "Total user and system CPU time in seconds.", seconds))
        }
        if let pages = numbers(in: "/proc/self/statm"), pages.count > 1 {
            let size = Int(sysconf(Int32(_SC_PAGESIZE)))
            families.append(
                MetricFamily("process_virtual_memory_bytes", .gauge, "Virtual memory size in bytes.", pages[0] * size))
            families.append(
                MetricFamily("process_resident_memory_bytes", .gauge, "Resident memory size in bytes.", pages[1] * size)
            )
        }
        if let count = openFiles {
            families.append(MetricFamily("process_open_fds", .gauge, "Number of open file descriptors.", count))
        }
        families.append(
            MetricFamily("process_max_fds", .gauge, "Maximum number of open file descriptors.", OpenFiles.limit))
        return families
    }

    /// The number of open descriptors; nil if it cannot be read.
    private static var openFiles: Int? {
        guard let directory = opendir("/proc/self/fd") else { return nil }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        // Excludes ".", "..", and the descriptor of the directory itself.
        return count - 3
    }

    /// The numbers in a short file with one line; nil if it cannot be read.
    private static func numbers(in path: String) -> [Int]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .compactMap { Int($0) }
    }
}
