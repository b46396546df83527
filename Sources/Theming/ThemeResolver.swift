import Basics
internal import Canvas

/// Resolves a chain of theme files to styles.
struct ThemeResolver {
    /// The requested theme first, then the themes that it inherits from.
    let files: [ThemeFile]
    let appearance: Appearance
    let depth: ColorDepth
    let textSize: TextSize
    private(set) var problems: [ThemeProblem] = []
    private var colors: [String: Color] = [:]
    private var forms: [StyleScope: TextForm] = [:]
    /// Valid colour names for suggestions. They are limited for huge palettes, because every unknown name is compared
    /// with all.
    private lazy var colorNames = (files.flatMap(\.palettes.names) + ThemeColor.names).sorted().prefix(1_000)

    init(files: [ThemeFile], appearance: Appearance = .dark, depth: ColorDepth, textSize: TextSize = .standard) {
        self.files = files
        self.appearance = appearance
        self.depth = depth
        self.textSize = textSize
    }

    mutating func theme(name: String, lineage: [String] = []) -> Theme {
        var styles: [Style] = []
        styles.reserveCapacity(StyleScope.allCases.count)
        for scope in StyleScope.allCases { styles.append(style(of: scope)) }
        let icons = iconLooks()
        for scope in StyleScope.icons {
            guard let text = scope.parent.map({ styles[Int($0.rawValue)] }) else { continue }
            styles[Int(scope.rawValue)] = icons[scope]?.style(beside: text) ?? text
        }
        return Theme(
            name: name, appearance: appearance, depth: depth, styles: styles, lineage: lineage,
            files: files.compactMap { $0.isBuiltIn ? nil : $0.source }, textSize: textSize,
            shape: ThemeShape(files.map(\.shape)), forms: forms,
            icons: icons)
    }

    /// The styles that the files define for icons themselves. Other icons look like the text beside them.
    private mutating func iconLooks() -> [StyleScope: IconLook] {
        var looks: [StyleScope: IconLook] = [:]
        for scope in StyleScope.icons {
            var look = IconLook()
            for file in files {
                guard let definition = file.styles[Int(scope.rawValue)] else { continue }
                if look.ink == nil, let text = definition.foreground { look.ink = color(text, in: file) }
                look.attributes = look.attributes ?? definition.attributes
            }
            if look != IconLook() { looks[scope] = look }
        }
        return looks
    }

    /// Each part of a style comes from the nearest scope in the chain of parents that has it; within one scope, an
    /// inheriting file takes precedence.
    private mutating func style(of scope: StyleScope) -> Style {
        var foreground: Color?
        var background: Color?
        var attributes: Attributes?
        var isUppercase: Bool?
        var typography: Typography?
        let asked = scope
        var next: StyleScope? = scope
        while let scope = next {
            next = scope.parent
            for file in files {
                guard let definition = file.styles[Int(scope.rawValue)] else { continue }
                if foreground == nil, let text = definition.foreground { foreground = color(text, in: file) }
                if background == nil, let text = definition.background { background = color(text, in: file) }
                attributes = attributes ?? definition.attributes
                isUppercase = isUppercase ?? definition.isUppercase
                typography = typography ?? definition.typography
            }
        }
        let step = typography.map { TypeStep(size: $0.size(for: textSize)) } ?? .plain
        if step > .plain { attributes = (attributes ?? []).union(.bold) }
        let form = isUppercase == true ? step.form.union(.capitals) : step.form
        if !form.isEmpty { forms[asked] = form }
        return Style(
            foreground: foreground ?? .default, background: background ?? .default, attributes: attributes ?? [])
    }

    /// Palette names take precedence: an inheriting file's palette may change the colours of an inherited style.
    private mutating func color(_ written: ThemeFile.ColorText, in file: ThemeFile) -> Color {
        if let known = colors[written.text] { return known }
        let (definer, entry) = paletteEntry(written.text)
        let found: Color
        let text = entry?.text ?? written.text
        if let color = ThemeColor(text) {
            found = color.color(at: depth)
        } else {
            let hint =
                Spelling.nearest(to: text, among: colorNames)
                .map { "did you mean \"\($0)\"?" } ?? "a colour must be \(ThemeColor.allowed)"
            let line = entry?.line ?? written.line
            problems.append(
                ThemeProblem(
                    file: (definer ?? file).source, line: line,
                    message: "unknown colour \"\(text.prefix(100))\"; \(hint)"))
            found = .default
        }
        colors[written.text] = found
        return found
    }

    /// The line of the requested theme that decides the text colour or the background of a scope; nil if inherited
    /// themes decide both.
    func line(of scope: StyleScope) -> Int? {
        [\ThemeFile.StyleDefinition.foreground, \.background].lazy.compactMap { line(of: $0, scope) }.first
    }

    private func line(
        of part: KeyPath<ThemeFile.StyleDefinition, ThemeFile.ColorText?>, _ scope: StyleScope
    ) -> Int? {
        var next: StyleScope? = scope
        while let scope = next {
            next = scope.parent
            for file in files {
                guard let written = file.styles[Int(scope.rawValue)]?[keyPath: part] else { continue }
                let (definer, entry) = paletteEntry(written.text)
                if let entry, definer?.source == files[0].source { return entry.line }
                return file.source == files[0].source ? written.line : nil
            }
        }
        return nil
    }

    /// The palette name of the colour for surfaces that stand out slightly from ``base``.
    private static let raised = "raised"
    private static let base = "base"

    /// The palette entry with this name. If a theme defines its own background but no colour for raised surfaces, they
    /// have that background: the raised colour of an inherited theme belongs to another background.
    private func paletteEntry(_ name: String) -> (ThemeFile?, ThemeFile.ColorText?) {
        let found = entry(name)
        guard name == Self.raised, let definer = found.0 else { return found }
        let base = entry(Self.base)
        func rank(_ file: ThemeFile?) -> Int { files.firstIndex { $0.source == file?.source } ?? files.count }
        return rank(base.0) < rank(definer) ? base : found
    }

    /// The palette entry with this name. A terminal of sixteen colours prefers entries for sixteen colours, because
    /// direct colours would have to be approximated.
    private func entry(_ name: String) -> (ThemeFile?, ThemeFile.ColorText?) {
        if depth == .ansi16, let found = paletteEntry(name, in: [.sixteen]) { return found }
        return paletteEntry(name, in: [ThemePalettes.Kind(appearance), .common]) ?? (nil, nil)
    }

    private func paletteEntry(_ name: String, in kinds: [ThemePalettes.Kind]) -> (ThemeFile?, ThemeFile.ColorText?)? {
        for file in files {
            for kind in kinds {
                if let entry = file.palettes[kind][name] { return (file, entry) }
            }
        }
        return nil
    }
}
