/// The wire's values are the port's: a server and a client of this protocol need both.
@_exported public import CardSources
