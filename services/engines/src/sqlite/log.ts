/** Handling of SQLite's write-ahead logs that the engines share. */
import { closeSync, fstatSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

/** A page of SQLite's default size with its header in the log, in bytes. */
const FRAME = 4096 + 24
/**
 * The commit that triggers the checkpoint is written to the log before it: space for that commit and the log's own
 * header.
 */
const BEYOND = 64 * FRAME

/**
 * Extends the write-ahead log of a database to its full length at once, so that a synced commit overwrites blocks that
 * the file already has. A commit that makes the file longer also waits for the file system's journal, and takes twice
 * as long. SQLite treats anything that it has not written itself as the end of the log. The log keeps its length until
 * the last connection closes.
 *
 * Must be called for a database in WAL mode outside a transaction, with as many pages as `wal_autocheckpoint`. It takes
 * some ten milliseconds for 16 MB, blocks other writers in that time, and throws SQLite's error while another process
 * writes.
 */
export function reserveLog(database: DatabaseSync, file: string, pages: number): void {
  const log = `${file}-wal`
  const bytes = pages * FRAME + BEYOND
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) >= bytes) return
  // SQLite's own lock prevents other connections from extending the log.
  database.exec('BEGIN IMMEDIATE')
  try {
    fill(log, bytes)
  } finally {
    database.exec('COMMIT')
  }
}

function fill(log: string, bytes: number): void {
  const descriptor = openSync(log, 'r+')
  try {
    const nothing = Buffer.alloc(1 << 20)
    for (let at = fstatSync(descriptor).size; at < bytes; at += nothing.length)
      writeSync(descriptor, nothing, 0, Math.min(nothing.length, bytes - at), at)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
