/** What SQLite's write-ahead logs have in common here. */
import { closeSync, fstatSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

/** A page of SQLite's default size and its header in the log, in bytes. */
const FRAME = 4096 + 24
/** The commit that reaches the checkpoint is in the log before it: what one may take, and the log's own header. */
const BEYOND = 64 * FRAME

/**
 * Gives the write-ahead log of a database its whole length at once, so that a synced commit overwrites blocks that the
 * file has already: a commit that makes the file longer waits for the file system's own journal too, and takes twice
 * as long. SQLite takes what it has not written itself for the end of the log. The log keeps its length until the last
 * connection closes.
 *
 * Call it for a database in WAL mode outside a transaction, with as many pages as `wal_autocheckpoint`. It takes some
 * ten milliseconds for 16 MB, holds up whoever writes meanwhile, and throws SQLite's error where another process does.
 */
export function reserveLog(database: DatabaseSync, file: string, pages: number): void {
  const log = `${file}-wal`
  const bytes = pages * FRAME + BEYOND
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) >= bytes) return
  // Under SQLite's own lock nobody else makes the log longer.
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
