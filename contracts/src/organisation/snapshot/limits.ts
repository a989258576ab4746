/** Limits of a snapshot's file. Plain data, since the page that checks them must not include the schemas. */

/** As it is downloaded: one stored file holds it. */
export const maxSnapshotMB = 14
/** What it may unpack to. */
export const maxUnpackedMB = 60
/** How many snapshots and imports of a workspace are remembered, of each the newest. */
export const keptSnapshots = 20
