internal import Canvas

/// A theme that a publisher sets for a stream. It is a theme file with further rules: it can inherit only from built-in
/// themes, has no mistakes, and all of its text is readable.
package struct PublishedTheme: Sendable {
    /// The document, then the built-in themes that it inherits from.
    private let files: [ThemeFile]

    /// The name of the document in problems.
    private static let name = "theme"

    /// - Parameter document: TOML.
    /// - Throws: The first problem, with its line.
    package init(_ document: String) throws(ThemeProblem) {
        files = try Self.chain(document)
        if let problem = files.flatMap(\.problems).first { throw problem }
        for appearance in isForLight ? [.light] : Appearance.allCases {
            try requireReadable(appearance, depth: .direct)
            // The contrast of the terminal's own sixteen colours is unknown, but text and background must differ.
            if !files[0].palettes[.sixteen].isEmpty { try requireReadable(appearance, depth: .ansi16) }
        }
    }

    /// The theme that a document inherits from; nil if there is none, or if the document cannot be read.
    package static func base(of document: String) -> String? {
        (try? ThemeFile(source: name, text: document))?.inherits
    }

    private func requireReadable(_ appearance: Appearance, depth: ColorDepth) throws(ThemeProblem) {
        var resolver = resolver(appearance, depth: depth)
        let theme = resolver.theme(name: Self.name)
        if let problem = resolver.problems.first { throw problem }
        for scope in StyleScope.allCases where !scope.isLine {
            guard let fault = Self.fault(theme[scope]) else { continue }
            throw ThemeProblem(
                file: Self.name, line: resolver.line(of: scope) ?? 1,
                message: "\(scope.name) is hard to read on a \(appearance.rawValue) background: \(fault)")
        }
    }

    private static func chain(_ document: String) throws(ThemeProblem) -> [ThemeFile] {
        var files: [ThemeFile] = []
        do throws(ThemeError) {
            files.append(try ThemeFile(source: name, text: document))
            while let heir = files.last, let parent = heir.inherits {
                guard EmbeddedThemes.names.contains(parent), let text = EmbeddedThemes.text(of: parent) else {
                    throw .unknownInherited(name: parent, file: name, line: heir.inheritsLine, nearest: nil)
                }
                files.append(try ThemeFile(source: "\(parent)\(ThemeFile.builtInMark)", text: text))
            }
        } catch {
            switch error {
            case .malformed(_, let line, _, let reason): throw ThemeProblem(file: name, line: line, message: reason)
            case .unknownInherited(let parent, _, let line, _):
                throw ThemeProblem(
                    file: name, line: line,
                    message:
                        "the theme of a stream can inherit only from a built-in theme (\(EmbeddedThemes.names.joined(separator: ", "))); found \"\(parent.prefix(100))\""
                )
            default: throw ThemeProblem(file: name, line: 0, message: error.description)
            }
        }
        return files
    }

    /// Why text is hard to read; nil if it is readable. The contrast between a colour of the document and a colour of
    /// the terminal cannot be measured, and is too low in some terminals.
    private static func fault(_ style: Style) -> String? {
        let (text, ground) = (style.foreground, style.background)
        if let ratio = Contrast.ratio(text, ground) {
            guard ratio < Contrast.text else { return nil }
            return "contrast \(Double(Int(ratio * 10)) / 10); expected at least \(Contrast.text)"
        }
        if text == ground, text != .default {
            return "text and background have the same colour; expected different ones"
        }
        guard Contrast.isMeasurable(text) || Contrast.isMeasurable(ground) else { return nil }
        return
            "one of its colours is the terminal's, so its contrast is unknown; expected text and background both as #RRGGBB, or both as colours of the terminal"
    }

    /// Whether the document has colours for light backgrounds only: these are then used on dark backgrounds as well
    /// (Atomic SwiftUI SDK guide 25.4, "Dark mode").
    private var isForLight: Bool { files[0].palettes[.dark].isEmpty && !files[0].palettes[.light].isEmpty }

    private func resolver(
        _ appearance: Appearance, depth: ColorDepth, textSize: TextSize = .standard
    ) -> ThemeResolver {
        ThemeResolver(files: files, appearance: isForLight ? .light : appearance, depth: depth, textSize: textSize)
    }

    /// - Parameters:
    ///   - name: The name of the theme.
    ///   - appearance: The background to resolve for.
    ///   - depth: The colour depth of the terminal.
    ///   - textSize: The user's text size.
    package func theme(
        named name: String, appearance: Appearance, depth: ColorDepth, textSize: TextSize = .standard
    ) -> Theme {
        var resolver = resolver(appearance, depth: depth, textSize: textSize)
        return resolver.theme(name: name)
    }
}
