/**
 * The port to files that people send: pictures, documents, recordings. What is kept is sealed before it comes here,
 * its name included, so an erased key erases the file.
 * Engines: `engines/file-store.folder.ts`, `engines/file-store.mongodb.ts`; suite: `engines/file-store.conformance.ts`.
 *
 * A file stands under (tenant, owner, id). The owner is what it goes with: a conversation, an agent, a day.
 */

/** `about` is a short text (sealed JSON); `bytes` at most `MAX_FILE_BYTES`. */
export type KeptFile = { about: string; bytes: Buffer }
export type FileKey = { tenant: string; owner: string; id: string }
export type FileOwner = { tenant: string; owner: string }

/** What one database document holds with room to spare. */
export const MAX_FILE_BYTES = 15_000_000

export type FileStore = {
  /** Keeps a file durably. A file that stands under the key already stays as it is: the same upload twice is one. */
  put(key: FileKey, file: KeptFile): Promise<void>
  get(key: FileKey): Promise<KeptFile | undefined>
  /** The short text alone. */
  about(key: FileKey): Promise<string | undefined>
  /** Removes everything of an owner. Safe to repeat. */
  remove(owner: FileOwner): Promise<void>
  /** Bytes that a tenant's files take. */
  usedBy(tenant: string): Promise<number>
  /** Owners whose name begins so, of every tenant: for sweeping. */
  owners(beginning: string): Promise<FileOwner[]>
  close(): Promise<void>
}

/** Refuses names that could leave their place: keys are letters, digits, `-` and `_`. */
export function checkFileKey(...names: string[]): void {
  for (const name of names) {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(name)) throw new Error(`"${name.slice(0, 100)}" can't name a file`)
  }
}
