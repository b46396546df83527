import CCurses
package import Canvas
import Glibc

/// The real terminal: shows frames through ncurses and decodes input from the device's bytes.
///
/// Uses the device itself (`/dev/tty`) rather than standard input and output, so that both can be redirected. ncurses
/// keeps its screen in globals, so only one instance may exist at a time, used from one thread.
package final class CursesTerminal: TerminalBackend {
    package struct Options: Sendable {
        /// The terminal device.
        package var device: String
        /// The terminal type; nil reads TERM.
        package var type: String?
        /// The maximum colours; nil for all that the terminal supports. `.none` honours NO_COLOR.
        package var colors: ColorSupport?
        /// Whether the terminal has 24-bit colours, regardless of its description.
        package var hasTrueColor: Bool
        /// The file that descriptors 1 and 2 are redirected to; nil discards the output of libraries.
        package var outputPath: String?
        /// Whether hyperlinks are sent to the terminal (OSC 8).
        package var hyperlinks: Bool
        /// Whether sequences for the terminal itself must be passed through tmux.
        package var isInTmux: Bool
        /// How text is copied to the clipboard.
        package var clipboard: Clipboard
        /// How the graphics protocol is chosen, after the first frame.
        package var pictures: PictureChoice
        /// Whether the terminal is asked for its background after the first frame.
        package var asksBackground: Bool
        /// Whether kitty's keyboard protocol is enabled in terminals that support it.
        package var asksKeyboard: Bool
        /// The optional features to use if the terminal supports them.
        package var features: FeatureChoice

        package init(
            device: String = "/dev/tty", type: String? = nil, colors: ColorSupport? = nil, hasTrueColor: Bool = false,
            outputPath: String? = nil, hyperlinks: Bool = false, isInTmux: Bool = false, clipboard: Clipboard = .none,
            pictures: PictureChoice = .off, asksBackground: Bool = false, asksKeyboard: Bool = false,
            features: FeatureChoice = FeatureChoice()
        ) {
            self.device = device
            self.type = type
            self.colors = colors
            self.hasTrueColor = hasTrueColor
            self.outputPath = outputPath
            self.hyperlinks = hyperlinks
            self.isInTmux = isInTmux
            self.clipboard = clipboard
            self.pictures = pictures
            self.asksBackground = asksBackground
            self.asksKeyboard = asksKeyboard
            self.features = features
        }
    }

    /// The current colours: determined at the start, and again if the terminal reports 24-bit colours.
    package var colors: ColorSupport { screen.colors }
    package internal(set) var size: Size

    /// Milliseconds to wait for the rest of an escape sequence before it counts as the escape key.
    static let escapeDelay: Int32 = 25
    /// Seconds to wait for the rest of an incomplete sequence that cannot be a key.
    static let sequenceDelay = 1.0

    let descriptor: Int32
    let stream: UnsafeMutablePointer<FILE>
    /// The terminal's type.
    let type: String
    /// The maximum colours; nil for all that the terminal supports.
    let limit: ColorSupport?
    var screen: CursesScreen
    /// The screen that was replaced when 24-bit colours were enabled; nil if none was.
    var replacedScreen: CursesScreen?
    private var window: UnsafeMutablePointer<WINDOW> { screen.window }
    let modes: TerminalModes
    var ttyGuard: TTYGuard
    /// The sequences that the crash guard writes.
    var guarded: [UInt8]
    private var output: OutputRedirect
    private let clipboard: Clipboard
    var frames: FrameOutput
    var decoder: InputDecoder
    /// The time since when the rest of a sequence is expected; nil if none is.
    var unfinishedSince: Double?
    var query: GraphicsQuery
    var background: BackgroundQuery
    var keyboard: KeyboardQuery
    var features: FeatureQuery
    var notices = NotificationList()
    var writer: CellWriter
    var repainter: CellRepainter
    /// Whether the last frame had grapheme clusters that were reduced to their base character.
    var hasReducedClusters = false
    private var pictures: PictureOutput
    var shown = ActiveModes()
    /// The progress of the last frame, and the progress that the terminal shows.
    var wantedProgress = TerminalProgress.none
    var shownProgress = TerminalProgress.none
    /// Whether the terminal has sent an in-band size report.
    var hasSizeReport = false
    /// Whether 24-bit colours have not been tried yet.
    var mayUseTrueColor = true
    var needsFullRepaint = true
    var isReleased = false

    /// The modes that are set in the terminal.
    struct ActiveModes: Equatable {
        var cursor: Point?
        var title: SafeText?
        var mouse = false
    }

    /// Takes over the terminal. Nothing is queried before the first frame, so this cannot stall.
    package init(_ options: Options = Options()) throws(TerminalError) {
        guard ccurses_use_utf8() else { throw TerminalError.noUnicode }
        let type = options.type ?? getenv("TERM").map { String(cString: $0) } ?? ""
        guard let stream = fopen(options.device, "r+e") else {
            throw TerminalError.noTerminal(device: options.device, reason: String(cString: strerror(errno)))
        }
        let descriptor = fileno(stream)
        let override: DescriptionOverride
        do throws(TerminalError) {
            ttyGuard = try TTYGuard(descriptor: descriptor, device: options.device)
            override = DescriptionOverride(Self.description(of: type, options, descriptor))
            try override.during { () throws(TerminalError) in try Self.check(type: type, descriptor: descriptor) }
        } catch {
            fclose(stream)
            throw error
        }
        modes = TerminalModes()
        decoder = InputDecoder(extras: TerminalKeys.sequences())
        output = OutputRedirect(path: options.outputPath)
        guard let memory = FrameOutput(device: descriptor) else {
            let reason = String(cString: strerror(errno))
            fclose(stream)
            throw TerminalError.noMemory(reason: reason)
        }
        frames = memory
        guarded = Array(modes.reset.utf8)
        ttyGuard.arm(resetBytes: guarded, output: output)
        ttyGuard.makeRaw()
        let canvas = frames.stream
        let opened = override.during {
            CursesScreen(type: type, output: canvas, input: stream, limit: options.colors)
        }
        guard let opened else {
            ttyGuard.restore()
            fclose(stream)
            throw TerminalError.unknownType(name: type)
        }
        screen = opened
        self.stream = stream
        self.descriptor = descriptor
        self.type = type
        limit = options.colors
        let colors = opened.colors
        writer = CellWriter(pairs: ColorPairs(support: colors, limit: Int(ccurses_pairs())))
        size = Size(columns: opened.size.columns, rows: opened.size.rows)
        if modes.speaksXterm {
            writer.images = KittyImages(process: UInt8(getpid() & 0xFF), isInTmux: options.isInTmux)
        }
        pictures = PictureOutput()
        clipboard = modes.speaksXterm ? options.clipboard : .none
        repainter = CellRepainter(hasLinks: options.hyperlinks && modes.speaksXterm)
        let mayAsk = modes.speaksXterm && !Self.isInScreen
        query = GraphicsQuery(options.pictures, colors: colors, mayAsk: mayAsk)
        let asksBackground = mayAsk && options.asksBackground && colors != .none
        background = BackgroundQuery(mayAsk: asksBackground)
        keyboard = KeyboardQuery(mayAsk: mayAsk && options.asksKeyboard)
        features = FeatureQuery(
            options.features, mayAsk: mayAsk, canHaveTrueColor: colors != .none && colors != .direct,
            asksScheme: asksBackground)
        output.activate()
        frames.append(modes.enter)
        _ = refreshSize()
        frames.send()
    }

    deinit {
        release()
        delscreen(screen.handle)
        if let replacedScreen { delscreen(replacedScreen.handle) }
        fclose(stream)
    }

    package var inputDescriptor: Int32? { descriptor }

    package func present(_ frame: borrowing Frame, changes: SurfaceDiff) {
        guard !isReleased else { return }
        let wanted = ActiveModes(cursor: frame.cursor, title: frame.title, mouse: frame.mouse)
        let hasOtherPictures = pictures.differs(from: frame.surface, within: size)
        let hasOtherProgress = frame.progress != wantedProgress
        if changes.isEmpty, wanted == shown, !needsFullRepaint, !hasOtherPictures, !hasOtherProgress { return }
        let isCleared = needsFullRepaint
        if isCleared {
            clearok(window, true)
            writer.images?.forget()
            needsFullRepaint = false
        }
        frames.append(features.begin(at: Self.now))
        // Pictures get new ids after a clear, so all cells are written.
        var runs = isCleared ? SurfaceDiff(all: frame.surface).runs : changes.runs
        // The terminal must have a picture before its cells are written.
        frames.append(writer.images?.bytes(for: frame.surface.placements) ?? [])
        if !writer.write(runs, of: frame.surface, to: window) {
            // Out of colour pairs: allocate them again for this frame alone.
            writer.forgetPairs()
            runs = SurfaceDiff(all: frame.surface).runs
            _ = writer.write(runs, of: frame.surface, to: window)
        }
        pictures.isSynchronized = features.has(.synchronizedOutput)
        frames.append(
            pictures.prepare(frame.surface, runs: runs, within: size, isCleared: isCleared, window: window))
        // Moving cells within a row would also move their links and pictures.
        let isRepainted = !repainter.isEmpty || repainter.concerns(frame.surface)
        hasReducedClusters = frame.surface.hasClusters && !repainter.hasClusters
        idcok(window, !isRepainted && !pictures.pinsCells)
        place(cursor: wanted.cursor)
        wrefresh(window)
        let visible = size
        frames.append(
            repainter.bytes(for: runs, of: frame.surface, within: visible) { writer.sequence(for: $0) })
        frames.append(pictures.finish { writer.sequence(for: $0) })
        showModes(wanted)
        frames.append(showProgress(frame.progress))
        ask()
        frames.send(isSynchronized: features.has(.synchronizedOutput))
    }

    /// Appends the questions that follow the first frame. The last one is answered by every terminal.
    private func ask() {
        let time = Self.now
        frames.append(keyboard.begin())
        let graphics = query.begin(at: time)
        let others = background.begin(before: graphics, at: time)
        frames.append(features.end(others, hasVersion: graphics.hasPrefix(FeatureQuery.versionQuestion)))
    }

    private func place(cursor: Point?) {
        if let cursor, cursor.row >= 0, cursor.row < size.rows, cursor.column >= 0, cursor.column < size.columns {
            leaveok(window, false)
            wmove(window, Int32(cursor.row), Int32(cursor.column))
        } else {
            // A hidden cursor may stay after the last change.
            leaveok(window, true)
        }
        if (cursor == nil) != (shown.cursor == nil) { curs_set(cursor == nil ? 0 : 1) }
    }

    private func showModes(_ wanted: ActiveModes) {
        var sequence = ""
        if wanted.title != shown.title { sequence += modes.title(wanted.title ?? .empty) }
        if wanted.mouse != shown.mouse { sequence += modes.mouse(wanted.mouse) }
        frames.append(sequence)
        shown = wanted
    }

    package func refreshSize() -> Size {
        guard let new = deviceSize else { return size }
        frames.append(query.measure(descriptor: descriptor))
        adopt(new)
        // Terminals reflow their content on a resize, even if the size returns to its previous value.
        needsFullRepaint = true
        return size
    }

    /// The size that the device reports; nil if this fails.
    var deviceSize: Size? {
        var columns: Int32 = 0
        var rows: Int32 = 0
        guard ccurses_window_size(descriptor, &columns, &rows) else { return nil }
        return Size(columns: Int(columns), rows: Int(rows))
    }

    func adopt(_ new: Size) {
        guard new != size else { return }
        resizeterm(Int32(new.rows), Int32(new.columns))
        size = new
        // ncurses sets the scroll region only when it enters the screen, for the size at that time; scrolling
        // requires the whole screen.
        frames.append(captured { ccurses_capture_region(Int32(new.rows), $0, $1) })
    }

    package func ringBell() {
        guard !isReleased else { return }
        frames.append("\u{07}")
        frames.send()
    }

    package func notify(_ sequence: NotificationSequence, title: SafeText, body: SafeText) {
        guard !isReleased, modes.speaksXterm else { return }
        frames.append(sequence.text(title: title, body: body))
        frames.send()
    }

    package func copy(_ text: String) -> Bool {
        guard !isReleased, let sequence = clipboard.sequence(copying: text) else { return false }
        frames.append(sequence)
        frames.send()
        return true
    }

    package func release() {
        guard !isReleased else { return }
        awaitAnswers()
        closeNotifications()
        isReleased = true
        frames.append(hideProgress())
        frames.append(features.leave)
        hasSizeReport = false
        query.forgetReport()
        frames.append(writer.images?.deleteAll() ?? [])
        frames.append(pictures.remove())
        frames.append(keyboard.leave)
        frames.append(modes.leave)
        endwin()
        frames.append(modes.wipe)
        frames.send()
        ttyGuard.restore()
        output.deactivate()
    }

    package func reclaim() {
        guard isReleased else { return }
        isReleased = false
        output.activate()
        ttyGuard.arm(resetBytes: guarded, output: output)
        ttyGuard.makeRaw()
        frames.append(modes.enter)
        frames.append(features.enter)
        frames.append(showProgress(wantedProgress))
        shown.mouse = false
        shown.title = nil
        _ = refreshSize()
        // ncurses still has the last frame: this enters its screen again and repaints it.
        curs_set(shown.cursor == nil ? 0 : 1)
        clearok(window, true)
        wrefresh(window)
        // The main and the alternate screen have separate stacks of keyboard modes: the alternate one is active only
        // now.
        frames.append(keyboard.enter)
        frames.send()
    }

    /// Whether the terminal database contains the terminal type.
    package static func hasDescription(of type: String) -> Bool {
        DescriptionFile.description(of: type) { getenv($0).map { String(cString: $0) } } != nil
    }

    /// The description to use instead of the one that ncurses finds; nil for none.
    private static func description(of type: String, _ options: Options, _ descriptor: CInt) -> TerminalDescription? {
        // A description within the variable itself was chosen by the user.
        if let value = variable("TERMINFO"), value.hasPrefix("b64:") || value.hasPrefix("hex:") { return nil }
        var description = DescriptionFile.description(of: type, variable)
        if description == nil, !type.isEmpty, TerminalIdentity.isVT100Compatible(descriptor) {
            description = DescriptionFile.description(of: commonType, variable)
            // ncurses looks up the description by this name.
            description?.names = type + "|a terminal without a description"
        }
        if options.hasTrueColor, options.colors == nil || options.colors == .direct {
            description = description?.withDirectColors ?? description
        }
        return description?.withSeparateAttributes
    }

    /// The description of a terminal type with 24-bit colours; nil if there is none, or if the user provided a
    /// description.
    static func directDescription(of type: String) -> TerminalDescription? {
        if let value = variable("TERMINFO"), value.hasPrefix("b64:") || value.hasPrefix("hex:") { return nil }
        if let known = DescriptionFile.description(of: type, variable) {
            return known.withDirectColors?.withSeparateAttributes
        }
        var common = DescriptionFile.description(of: commonType, variable)
        common?.names = type + "|a terminal without a description"
        return common?.withDirectColors?.withSeparateAttributes
    }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The type assumed for terminals without a description.
    private static let commonType = "xterm-256color"

    /// `newterm` prints and exits for some of these errors; `setupterm` reports them.
    private static func check(type: String, descriptor: Int32) throws(TerminalError) {
        var status: Int32 = 0
        guard !type.isEmpty, setupterm(type, descriptor, &status) == OK else {
            if status == 1 { throw TerminalError.notCapable(name: type, lacks: "cursor movement") }
            throw TerminalError.unknownType(name: type)
        }
        for (name, meaning) in [("cup", "cursor movement"), ("clear", "clearing the screen")]
        where ccurses_capability(name) == nil {
            throw TerminalError.notCapable(name: type, lacks: meaning)
        }
    }
}
