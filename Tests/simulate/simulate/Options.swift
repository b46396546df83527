import Glibc

/// The options of the command line.
struct Options {
    var seeds: UInt64 = 300
    var first: UInt64 = 1
    var mutation: Mutation?
    var jobs = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    var showsTrace = false

    init(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            switch name {
            case "--seeds": seeds = Self.number(name, rest.popFirst())
            case "--first": first = Self.number(name, rest.popFirst())
            case "--jobs": jobs = Int(Self.number(name, rest.popFirst()))
            case "--trace": showsTrace = true
            case "--mutate":
                let value = rest.popFirst() ?? ""
                guard let known = Mutation(rawValue: value) else {
                    let names = Mutation.allCases.map(\.rawValue).joined(separator: ", ")
                    Self.refuse("--mutate \"\(value)\" is unknown; choose one of \(names)")
                }
                mutation = known
            default: Self.refuse("\"\(name)\" is unknown; use --seeds N, --first N, --jobs N, --mutate NAME or --trace")
            }
        }
    }

    private static func number(_ name: String, _ text: String?) -> UInt64 {
        guard let number = text.flatMap({ UInt64($0) }), number >= 1, number < 1 << 48 else {
            refuse("\(name) \"\(text ?? "")\": expected a number of at least 1")
        }
        return number
    }

    private static func refuse(_ text: String) -> Never {
        let line = Array("simulate: \(text)\n".utf8)
        _ = write(2, line, line.count)
        exit(64)
    }
}
