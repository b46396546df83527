import Testing

@Suite struct CursesTerminalTests {}
