import FeedServer
import Glibc
import Testing

struct ActivationSocketTests {
    private static func environment(_ process: Int, _ count: String, names: String? = nil) -> [String: String] {
        var environment = ["LISTEN_PID": "\(process)", "LISTEN_FDS": count]
        environment["LISTEN_FDNAMES"] = names
        return environment
    }

    @Test(arguments: [
        (environment(7, "1"), 3), (environment(7, "1", names: "other"), 3),
        (environment(7, "3", names: "a:b:cardstream"), 5), (environment(7, "2", names: "cardstream:b"), 3),
        // Variables for another process, without sockets, or invalid.
        (environment(8, "1"), nil), (environment(7, "0"), nil), (environment(7, "many"), nil), ([:], nil),
        (["LISTEN_FDS": "1"], nil),
    ])
    func `the passed descriptor is the one with this process's id and the expected name`(
        environment: [String: String], expected: Int?
    ) throws {
        #expect(try ActivationSocket.descriptor(in: environment, process: 7).map(Int.init) == expected)
    }

    @Test(arguments: [nil, "a:b", "a:b:cardstream"])
    func `several passed sockets without the expected name are refused`(names: String?) {
        #expect(throws: FeedServerError.self) {
            try ActivationSocket.descriptor(in: Self.environment(7, "2", names: names), process: 7)
        }
    }

    @Test func `a descriptor that is not a listening TCP socket is refused`() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let unconnected = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        let local = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        // An address without a name: the system chooses one.
        var family = sockaddr(sa_family: sa_family_t(AF_UNIX), sa_data: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        try #require(bind(local, &family, socklen_t(MemoryLayout<sa_family_t>.size)) == 0 && listen(local, 1) == 0)
        defer { for descriptor in ends + [unconnected, local] { close(descriptor) } }
        for descriptor in [ends[0], unconnected, local, 999_999] {
            #expect(throws: FeedServerError.self) { try ActivationSocket(descriptor: descriptor) }
        }
    }

    @Test func `the address of a passed socket is the one on which it listens`() throws {
        let passed = try PassedSocket()
        let activation = try passed.pass()
        #expect(activation.address == ListenAddress(host: "127.0.0.1", port: passed.port))
    }
}
