// Theming
