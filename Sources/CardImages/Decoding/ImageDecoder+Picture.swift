package import Canvas

extension ImageDecoder {
    /// The maximum length of a picture's longest side, in pixels. Larger pictures are not sharper and cost terminal
    /// memory.
    private static let maxSide = 2000

    /// Decodes a file for a picture request.
    package func picture(
        _ bytes: [UInt8], for request: PictureRequest, colors: SymbolColors
    ) async throws(ImageProblem) -> Picture {
        let cell = Self.cell(request)
        let bytes = request.ink.map { SVGTint.apply($0, to: bytes) } ?? bytes
        switch request.support.method {
        case .kitty:
            let image = try await decode(bytes, to: target(request, .pixels(cell: cell)))
            guard case .pixels(let output) = image,
                let pixels = PicturePixels(width: output.width, height: output.height, bytes: output.rgba)
            else { throw .unreadable }
            return Picture(size: Self.cells(output.width, output.height, cell), content: .pixels(pixels))
        case .sixel:
            let image = try await decode(bytes, to: target(request, .sixels(cell: cell)))
            guard case .sixels(let output) = image else { throw .unreadable }
            // Terminals do not enlarge sixels: a sixel picture covers as many cells as it has pixels for.
            let size = Self.cells(output.width, output.height, request.support.cellPixels)
            // The cells shown where a part of the picture is covered, no larger than the picture.
            var standIn = request
            standIn.box = size
            let symbols = try await symbols(bytes, standIn, colors)
            return Picture(size: size, content: .sixel(output.bytes, cells: symbols.cells(filling: size)))
        case .symbols, nil:
            let symbols = try await symbols(bytes, request, colors)
            return Picture(size: symbols.size, content: .cells(symbols.cells(filling: symbols.size)))
        }
    }

    private func symbols(
        _ bytes: [UInt8], _ request: PictureRequest, _ colors: SymbolColors
    ) async throws(ImageProblem) -> SymbolOutput {
        let image = try await decode(bytes, to: target(request, .symbols(colors)))
        guard case .symbols(let output) = image else { throw .unreadable }
        return output
    }

    private func target(_ request: PictureRequest, _ form: Form) -> Target {
        Target(box: request.box, isFilling: request.isFilling, form: form)
    }

    private static func cells(_ width: Int, _ height: Int, _ cell: Size) -> Size {
        Size(
            columns: (width + cell.columns - 1) / cell.columns, rows: (height + cell.rows - 1) / cell.rows)
    }

    /// The size of the terminal's cell in pixels, scaled down if the picture would have too many pixels.
    private static func cell(_ request: PictureRequest) -> Size {
        let cell = request.support.cellPixels
        let longest = max(request.box.columns * cell.columns, request.box.rows * cell.rows, 1)
        guard longest > maxSide else { return cell }
        return Size(
            columns: max(1, cell.columns * maxSide / longest), rows: max(1, cell.rows * maxSide / longest))
    }
}

extension SymbolOutput {
    var size: Size { Size(columns: rows.first?.count ?? 0, rows: rows.count) }

    /// The cells row by row, padded with blanks and cut to the size.
    func cells(filling size: Size) -> [Canvas.Cell] {
        var cells: [Canvas.Cell] = []
        cells.reserveCapacity(size.columns * size.rows)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let isInside = row < rows.count && column < rows[row].count
                cells.append(
                    isInside
                        ? Canvas.Cell(
                            glyph: rows[row][column].scalar.value, style: rows[row][column].style, width: 1)
                        : .blank)
            }
        }
        return cells
    }
}
