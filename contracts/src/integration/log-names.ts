/** Limits of the workspace's log. Without schemas, for screens. */

/** Characters of the content of an entry. */
export const LOG_CONTENT_CHARACTERS = 8_000
/** Characters of the metadata of an entry, as JSON. */
export const LOG_METADATA_CHARACTERS = 16_000
/** Entries of a workspace in an hour of which its members are told (`withEmail`). */
export const MOST_MAILED_ENTRIES = 60
