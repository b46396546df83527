/// The library a host program imports: `import CardStream` brings sessions (``CardSession``) and everything a card is
/// made of. It holds no code of its own.
@_exported public import CardSession
@_exported public import CardSources
@_exported public import Cards
