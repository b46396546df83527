/// The memory of a surface: one block of cells, and the texts of the clusters in it.
///
/// A class, so that painters and their surface share it without copying; `Surface` keeps value semantics by copying on
/// write.
final class SurfaceStorage {
    let size: Size
    let cells: UnsafeMutablePointer<Cell>
    /// Clusters of several scalars, each once. `Cell.glyph` minus `Cell.firstCluster` is the index.
    private(set) var clusters: [String] = []
    private var clusterIndices: [String: UInt32] = [:]
    /// Link targets, each once; `Cell.link` is the index plus one.
    private(set) var links: [Hyperlink] = []
    private(set) var placements: [PicturePlacement] = []
    private(set) var largeTexts: [LargeText] = []

    var count: Int { size.columns * size.rows }

    init(size: Size) {
        self.size = size
        // An empty allocation has no address to offset.
        cells = .allocate(capacity: max(1, size.columns * size.rows))
        cells.initialize(repeating: .blank, count: size.columns * size.rows)
    }

    init(copying other: SurfaceStorage) {
        size = other.size
        cells = .allocate(capacity: max(1, other.count))
        cells.initialize(from: other.cells, count: other.count)
        clusters = other.clusters
        clusterIndices = other.clusterIndices
        links = other.links
        placements = other.placements
        largeTexts = other.largeTexts
    }

    deinit {
        cells.deallocate()
    }

    func clear(style: Style) {
        cells.update(repeating: Cell(glyph: 0x20, style: style, width: 1), count: count)
        if !clusters.isEmpty {
            clusters.removeAll(keepingCapacity: true)
            clusterIndices.removeAll(keepingCapacity: true)
        }
        if !links.isEmpty { links.removeAll(keepingCapacity: true) }
        if !placements.isEmpty { placements.removeAll() }
        if !largeTexts.isEmpty { largeTexts.removeAll() }
    }

    func intern(_ cluster: String) -> UInt32 {
        if let index = clusterIndices[cluster] { return index }
        let index = Cell.firstCluster + UInt32(clusters.count)
        clusters.append(cluster)
        clusterIndices[cluster] = index
        return index
    }

    /// This surface's glyph value for a cell of another surface.
    func glyph(of cell: Cell, from surface: Surface) -> UInt32 {
        cell.isCluster && !cell.isPlaceholder ? intern(surface.text(of: cell)) : cell.glyph
    }

    /// The number of a link; 0 if all numbers are in use, in which case the link is shown as plain text.
    func intern(_ link: Hyperlink) -> UInt8 {
        if let index = links.firstIndex(of: link) { return UInt8(index + 1) }
        guard links.count < Int(UInt8.max) else { return 0 }
        links.append(link)
        return UInt8(links.count)
    }

    func link(_ number: UInt8) -> Hyperlink? {
        number > 0 && Int(number) <= links.count ? links[Int(number) - 1] : nil
    }

    func place(_ placement: PicturePlacement) { placements.append(placement) }
    func place(_ text: LargeText) { largeTexts.append(text) }

    func cluster(_ glyph: UInt32) -> String? {
        if glyph >= PlaceholderGlyph.first { return PlaceholderGlyph.text(glyph) }
        let index = Int(glyph) - Int(Cell.firstCluster)
        return clusters.indices.contains(index) ? clusters[index] : nil
    }
}
