internal import AppRuntime
internal import Cards

/// Checks of the sources beside the feed, made as by the viewer.
extension DoctorChecks {
    static func sources(_ setup: Setup) -> [Check] {
        setup.config.sources.compactMap { config in
            guard let source = setup.make(config) else { return nil }
            return check(config, source)
        }
    }

    static func check(_ config: SourceConfig, _ source: CheckedSource) -> Check {
        let name = "source \(config.name)"
        do {
            let words = try runBlocking { try await source.check() }
            return Check(name, .ok, "\(config.kind), stream \(config.stream): \(words)")
        } catch {
            return Check(name, .fail, "\(config.kind): \((error as? SourceProblem)?.text ?? "\(error)")")
        }
    }
}
