import Testing

@Suite struct ThemingTests {}
