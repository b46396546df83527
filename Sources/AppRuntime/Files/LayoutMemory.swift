package import AppCore
import Basics
import Cards

/// The layouts that the user has chosen for containers, kept from start to start in a file of the profile.
package final class LayoutMemory: Sendable {
    private let path: String
    private let layouts: Lock<[ContainerID: ContainerOptions.Layout]>

    /// Reads what is kept. A file that is missing or damaged keeps nothing.
    package init(path: String) {
        self.path = path
        layouts = Lock(Self.read(path))
    }

    /// What is kept.
    package var all: [ContainerID: ContainerOptions.Layout] { layouts.withLock { $0 } }

    /// Keeps the layout of a container, or with nil forgets it. What other viewers of the profile have kept meanwhile stays.
    func keep(_ layout: ContainerOptions.Layout?, of container: ContainerID) throws(FileProblem) {
        let problem: FileProblem? = layouts.withLock { layouts in
            layouts = Self.read(path)
            layouts[container] = layout
            var object = JSONObject()
            for (id, layout) in layouts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                object[id.rawValue] = .string(layout.rawValue)
            }
            do throws(FileProblem) {
                try PrivateFile.write("\(object)\n", to: path)
                return nil
            } catch {
                return error
            }
        }
        if let problem { throw problem }
    }

    /// A file that cannot be read keeps nothing: the layouts are those of the configuration again.
    private static func read(_ path: String) -> [ContainerID: ContainerOptions.Layout] {
        guard PrivateFile.exists(path), let bytes = try? PrivateFile.read(path, limit: 1 << 16),
            let object = try? JSONValue(parsing: bytes).object
        else { return [:] }
        var layouts: [ContainerID: ContainerOptions.Layout] = [:]
        for (name, value) in object.members {
            layouts[ContainerID(name)] = value.string.flatMap { ContainerOptions.Layout(rawValue: $0) }
        }
        return layouts
    }
}
