import Cards
import Foundation

/// The OpenAPI validator of PyPI, in a separate virtual environment that is removed when the process ends.
final class PythonValidator: Sendable {
    /// Nil if it cannot be installed, for example without a network.
    static let shared = PythonValidator()

    private let directory: URL

    private init?() {
        directory = FileManager.default.temporaryDirectory.appending(path: "cardstream-openapi-\(UUID())")
        guard
            let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first(where: {
                FileManager.default.isExecutableFile(atPath: $0)
            })
        else { return nil }
        let isReady =
            (try? Self.run(python, ["-m", "venv", directory.path]).status) == 0
            && (try? Self.run(
                interpreter,
                [
                    "-m", "pip", "install", "-q", "--disable-pip-version-check", "--retries", "1", "--timeout", "10",
                    "openapi-spec-validator==0.7.1",
                ]
            ).status) == 0
        guard isReady else {
            try? FileManager.default.removeItem(at: directory)
            return nil
        }
        let path = directory.path
        Self.removeAtExit(path)
    }

    private var interpreter: String { directory.appending(path: "bin/python3").path }

    /// The mistakes in a document, and in examples of its schemas; empty if there are none.
    func problems(of document: JSONValue, examples: [(schema: String, json: JSONValue)]) throws -> String {
        let input = directory.appending(path: "input-\(UUID()).json")
        let pairs = examples.map { JSONValue.array([.string($0.schema), $0.json]) }
        try Data(JSONValue.object(["document": document, "examples": .array(pairs)]).encoded()).write(to: input)
        let script = """
            import json, sys
            from openapi_spec_validator import OpenAPIV31SpecValidator
            from openapi_schema_validator import OAS31Validator
            given = json.load(open(sys.argv[1]))
            document = given["document"]
            for error in OpenAPIV31SpecValidator(document).iter_errors():
                print("document", list(error.absolute_path), error.message[:300])
            for name, example in given["examples"]:
                schema = {"$ref": "#/components/schemas/" + name, "components": document["components"]}
                for error in OAS31Validator(schema).iter_errors(example):
                    print(name, list(error.absolute_path), error.message[:300])
            """
        let (status, output) = try Self.run(interpreter, ["-c", script, input.path])
        return status == 0 ? output : "ended with \(status): \(output)"
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    nonisolated(unsafe) private static var leftover = ""

    private static func removeAtExit(_ path: String) {
        leftover = path
        atexit { try? FileManager.default.removeItem(atPath: PythonValidator.leftover) }
    }
}
