/// Re-exported, because a server and a client of this protocol use the types of the port.
@_exported public import CardSources
