internal import ArgumentParser

/// Options of all commands that use a publisher key.
struct PublisherOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read the publisher key from this file.", valueName: "file"), completion: .file())
    var keyFile: String?

    var flags: [String: String?] { ["publisher_key_file": keyFile] }
}
