package import Canvas
internal import Glibc

/// Decodes image files for display in a terminal, using a separate, confined program: `chafa`.
///
/// Malicious files attack image decoders, so no decoder runs in this process. The program has resource limits and no
/// network, and cannot write; its output is parsed strictly.
package struct ImageDecoder: Sendable {
    /// The requested result.
    package struct Target: Hashable, Sendable {
        /// The maximum size in cells.
        package var box: Size
        /// Whether the picture fills the box and is cropped, rather than shown whole.
        package var isFilling: Bool
        package var form: Form

        package init(box: Size, isFilling: Bool = false, form: Form) {
            self.box = box
            self.isFilling = isFilling
            self.form = form
        }
    }

    package enum Form: Hashable, Sendable {
        /// Block characters in these colours.
        case symbols(SymbolColors)
        /// Pixels for a terminal whose cells have this size.
        case pixels(cell: Size)
        case sixels(cell: Size)
    }

    package enum SymbolColors: String, Hashable, Sendable {
        case none = "none"
        case ansi8 = "8"
        case ansi16 = "16"
        case indexed256 = "256"
        case direct = "full"
    }

    /// The program's path; nil if it is not installed.
    package let program: String?
    private let limits: DecoderLimits

    /// Pixels per requested column and row in chafa's output.
    static let step = 8
    /// The largest factor by which small pictures are enlarged.
    private static let maxScale = 2
    /// If filling the box needs more than this many times the cells of one of its sides, the picture is shown whole
    /// instead.
    private static let maxCropping = 4

    package init(program: String?, limits: DecoderLimits = DecoderLimits()) {
        self.program = program
        self.limits = limits
    }

    /// Looks for chafa in the folders of a `PATH`.
    package init(path: String, limits: DecoderLimits = DecoderLimits()) {
        self.init(program: Self.program("chafa", path: path), limits: limits)
    }

    /// The path of a program in the folders of a `PATH`.
    package static func program(_ name: String, path: String) -> String? {
        path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// - Parameter bytes: A whole file of one of the formats of ``ImageHeader``.
    package func decode(_ bytes: [UInt8], to target: Target) async throws(ImageProblem) -> DecodedImage {
        let header = try ImageHeader(bytes)
        guard let program else { throw .noDecoder }
        let plan = Plan(header, target)
        let output = try await DecoderProcess(program: program, words: plan.words, limits: limits).run(input: bytes)
        guard let image = plan.read(output) else { throw .unreadable }
        return image
    }

    /// The size to request from chafa, and the part of its output to use.
    private struct Plan {
        private let target: Target
        /// The size of a cell in pixels; a typical size if it is unknown.
        private let cell: Size
        /// The number of cells to request: more than the box has if the picture is cropped.
        private let asked: Size

        init(_ header: ImageHeader, _ target: Target) {
            self.target = target
            let usual = Size(columns: 8, rows: 16)
            switch target.form {
            case .symbols: cell = usual
            case .pixels(let size), .sixels(let size): cell = size.columns > 0 && size.rows > 0 ? size : usual
            }
            let box = Size(columns: max(1, target.box.columns), rows: max(1, target.box.rows))
            let covering = Self.covering(box, header, cell)
            // Columns cannot be cut out of sixels.
            let canCut = if case .sixels = target.form { covering.columns <= box.columns } else { true }
            asked = target.isFilling && canCut ? covering : Self.limited(box, header, cell)
        }

        /// The size in cells at which the whole picture covers the box; the box if too much would be cropped.
        private static func covering(_ box: Size, _ header: ImageHeader, _ cell: Size) -> Size {
            let width = Double(box.columns * cell.columns)
            let height = Double(box.rows * cell.rows)
            let scale = max(width / Double(header.width), height / Double(header.height))
            let columns = Int((scale * Double(header.width) / Double(cell.columns) - 0.01).rounded(.up))
            let rows = Int((scale * Double(header.height) / Double(cell.rows) - 0.01).rounded(.up))
            guard columns <= box.columns * maxCropping, rows <= box.rows * maxCropping else { return box }
            return Size(columns: columns, rows: rows)
        }

        private static func limited(_ box: Size, _ header: ImageHeader, _ cell: Size) -> Size {
            Size(
                columns: min(box.columns, (header.width * maxScale + cell.columns - 1) / cell.columns),
                rows: min(box.rows, (header.height * maxScale + cell.rows - 1) / cell.rows))
        }

        /// The size in chafa's pixel steps, for the pixel forms.
        private var steps: Size {
            Size(
                columns: max(1, asked.columns * cell.columns / step), rows: max(1, asked.rows * cell.rows / step))
        }

        /// Filled cells only. Chafa's border symbols are the lines that frames are drawn with, and a picture must not
        /// look like a part of the card.
        private static let symbols = "space+block-stipple"

        /// Standard input by path: for "-", chafa copies more than 4 MiB into a temporary file, which the sandbox
        /// forbids.
        private static let input = "/proc/self/fd/0"

        var words: [String] {
            let common = ["--animate", "off", "--polite", "on", "--threads", "1", "--scale", "max"]
            switch target.form {
            case .symbols(let colors):
                return common + [
                    "--format", "symbols", "--colors", colors.rawValue, "--symbols", Self.symbols,
                    "--font-ratio", "\(cell.columns)/\(cell.rows)", "--size", Self.text(asked), Self.input,
                ]
            case .pixels:
                return common + ["--format", "kitty", "--font-ratio", "1", "--size", Self.text(steps), Self.input]
            case .sixels:
                return common + ["--format", "sixels", "--font-ratio", "1", "--size", Self.text(steps), Self.input]
            }
        }

        private static func text(_ size: Size) -> String { "\(size.columns)x\(size.rows)" }

        /// Nil if the output is not a picture in the requested form.
        func read(_ output: [UInt8]) -> DecodedImage? {
            let width = target.box.columns * cell.columns
            let height = target.box.rows * cell.rows
            switch target.form {
            case .symbols:
                return SymbolOutput(output, most: asked).map { .symbols($0.cropped(to: target.box)) }
            case .pixels:
                return PixelOutput(output, width: steps.columns * step, height: steps.rows * step)
                    .map { .pixels($0.cropped(width: width, height: height)) }
            case .sixels:
                return SixelOutput(output, width: steps.columns * step, height: steps.rows * step)
                    .map { .sixels($0.cropped(height: height)) }
            }
        }
    }
}

/// A decoded picture.
package enum DecodedImage: Sendable {
    case symbols(SymbolOutput)
    case pixels(PixelOutput)
    case sixels(SixelOutput)
}
