internal import Canvas

/// Turns a chain of theme files into finished styles.
struct ThemeResolver {
    /// The asked-for theme first, what it inherits after it.
    let files: [ThemeFile]
    let depth: ColorDepth
    private(set) var problems: [ThemeProblem] = []
    private var colors: [String: Color] = [:]

    init(files: [ThemeFile], depth: ColorDepth) {
        self.files = files
        self.depth = depth
    }

    mutating func theme(name: String, lineage: [String] = []) -> Theme {
        var styles: [Style] = []
        styles.reserveCapacity(StyleScope.allCases.count)
        for scope in StyleScope.allCases { styles.append(style(of: scope)) }
        return Theme(name: name, depth: depth, styles: styles, lineage: lineage)
    }

    /// Each of the three parts comes from the nearest scope in the chain of parents that gives it; for one scope,
    /// an inheriting file wins over the inherited one.
    private mutating func style(of scope: StyleScope) -> Style {
        var foreground: Color?
        var background: Color?
        var attributes: Attributes?
        var next: StyleScope? = scope
        while let scope = next {
            next = scope.parent
            for file in files {
                guard let definition = file.styles[Int(scope.rawValue)] else { continue }
                if foreground == nil, let text = definition.foreground { foreground = color(text, in: file) }
                if background == nil, let text = definition.background { background = color(text, in: file) }
                attributes = attributes ?? definition.attributes
            }
        }
        return Style(
            foreground: foreground ?? .default, background: background ?? .default, attributes: attributes ?? [])
    }

    /// Palette names first: the palette of the inheriting file may give an inherited style another colour.
    private mutating func color(_ written: ThemeFile.ColorText, in file: ThemeFile) -> Color {
        if let known = colors[written.text] { return known }
        let definer = files.first { $0.palette[written.text] != nil }
        let entry = definer?.palette[written.text]
        let found: Color
        let text = entry?.text ?? written.text
        if let color = ThemeColor(text) {
            found = color.index(at: depth).map { .palette($0) } ?? .default
        } else {
            let names = files.flatMap { $0.palette.keys } + ThemeColor.names
            let hint =
                NearestName(candidates: names.sorted()).match(for: text)
                .map { "did you mean \"\($0)\"?" } ?? "a colour is \(ThemeColor.allowed)"
            let place = entry?.path ?? written.path
            problems.append((definer ?? file).problem(at: place, "no colour \"\(text)\"; \(hint)"))
            found = .default
        }
        colors[written.text] = found
        return found
    }
}
