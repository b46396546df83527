import Cards
import EmulatorHTTP

/// A search for profiles: terms that must all match, and the options `$skip`, `$limit` and `$fields`. Other names that
/// begin with `$` are ignored.
struct ProfileQuery: Hashable, Sendable {
    private var terms: [ProfileTerm] = []
    private let limit: Int?
    private let skip: Int
    /// The attributes to return in addition to `id`; nil for all.
    private let fields: [String]?

    /// - Throws: 400 if `$limit` or `$skip` is not a whole number.
    init(_ target: RequestTarget) throws(EmulatorRefusal) {
        limit = try target.integer("$limit", in: 0 ... .max)
        skip = try target.integer("$skip", in: 0 ... .max) ?? 0
        fields = target["$fields"].map { $0.split(separator: ",").map(String.init) }
        var lists: [String: [String]] = [:]
        for item in target.query where item.name.first != "$" {
            if item.name.hasSuffix("[]") {
                lists[String(item.name.dropLast(2)), default: []].append(item.value)
            } else {
                terms.append(ProfileTerm(name: item.name, value: item.value))
            }
        }
        for (name, values) in lists.sorted(by: { $0.key < $1.key }) {
            let excluded = values.filter { $0.first == "!" }.map { QueryValue($0.dropFirst()) }
            let included = values.filter { $0.first != "!" }.map { QueryValue(Substring($0)) }
            if !included.isEmpty { terms.append(ProfileTerm(name: name, .isIn(included))) }
            if !excluded.isEmpty { terms.append(ProfileTerm(name: name, .isNotIn(excluded))) }
        }
    }

    func select(from profiles: [JSONObject]) -> [JSONObject] {
        let found = profiles.filter { profile in terms.allSatisfy { $0.holds(for: profile) } }
        return found.dropFirst(skip).prefix(limit ?? .max).map { profile in
            guard let fields else { return profile }
            var result = JSONObject()
            for (key, value) in profile.members where key == "id" || fields.contains(key) { result[key] = value }
            return result
        }
    }
}
