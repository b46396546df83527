internal import AppRuntime
internal import Cards

/// Checks of the sources other than the feed, which are made in the same way as the viewer's.
extension DoctorChecks {
    static func sources(_ setup: Setup) -> [Check] {
        setup.sources.compactMap { config in
            do throws(SourceProblem) { return try setup.make(config).map { check(config, $0) } } catch {
                return Check("source \(config.name)", .fail, "\(config.kind): \(error.text)")
            }
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
