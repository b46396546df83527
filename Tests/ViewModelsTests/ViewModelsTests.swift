import Testing

@Suite struct ViewModelsTests {}
