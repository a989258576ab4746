/** Limits of a snapshot's file. Plain data, since the page that checks them must not include the schemas. */

/**
 * As it is downloaded. Uploaded as base64 it takes two thirds of what a workspace may send in commands an hour (`writes`,
 * 1 GB), and as long as it is kept, a fortieth of what its files may take (`storage`, 20 GB).
 */
export const maxSnapshotMB = 500
/** What it may unpack to: texts are packed to a fifth or less. */
export const maxUnpackedMB = 2_500
/** Of one line: a source with the largest file as base64, or all of a file of version 1. */
export const maxLineMB = 60
/** Bytes of a part, in which the file is stored and uploaded. */
export const partBytes = 8_000_000
/** A file that is uploaded whole: one stored file holds it. */
export const wholeUploadMB = 14
export const mostSnapshotParts = Math.ceil((maxSnapshotMB * 1_000_000) / partBytes)
/** How many snapshots and imports of a workspace are remembered, of each the newest. */
export const keptSnapshots = 20
