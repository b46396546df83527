import Testing

@Suite struct AppRuntimeTests {}
