/// Exported again, because servers and clients of this protocol use the types of `CardSources`.
@_exported public import CardSources
