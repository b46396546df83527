/// The library that a host program imports: `import CardStream` provides sessions (``CardSession``) and the card model.
/// It contains no code of its own.
@_exported public import CardSession
@_exported public import CardSources
@_exported public import Cards
