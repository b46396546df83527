import Testing

@Suite struct CanvasTests {}
