/**
 * The port to files that people send: pictures, documents, recordings. Contents and names are sealed before they are
 * passed to it, so erasing the key erases the file. Engines: `engines/folder/file-store.ts`,
 * `engines/mongodb/file-store.ts`; suite: `file-store.conformance.ts`.
 *
 * A file is stored under (tenant, owner, id). The owner is what the file belongs to: a conversation, an agent, a day.
 */

/** `about` is a short text (sealed JSON); `bytes` has at most `MAX_FILE_BYTES`. */
export type KeptFile = { about: string; bytes: Buffer }
export type FileKey = { tenant: string; owner: string; id: string }
export type FileOwner = { tenant: string; owner: string }

/** Below MongoDB's limit for one document (16 MiB), with room for the other fields. */
export const MAX_FILE_BYTES = 15_000_000

export type FileStore = {
  /** Stores a file durably. A file that already exists under the key is left unchanged, so `put` is idempotent. */
  put(key: FileKey, file: KeptFile): Promise<void>
  get(key: FileKey): Promise<KeptFile | undefined>
  /** Returns the short text without the bytes. */
  about(key: FileKey): Promise<string | undefined>
  /** Removes all files of an owner. Idempotent. */
  remove(owner: FileOwner): Promise<void>
  /** Removes all files of a tenant. Idempotent. */
  removeTenant(tenant: string): Promise<void>
  /** Returns the bytes that a tenant's files take. */
  usedBy(tenant: string): Promise<number>
  /** Returns the owners of every tenant whose name starts with `beginning`, for cleaning up. */
  owners(beginning: string): Promise<FileOwner[]>
  close(): Promise<void>
}

/** Throws for names that could lead outside the store: names are 1 to 100 letters, digits, `-` and `_`. */
export function checkFileKey(...names: string[]): void {
  for (const name of names) {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(name)) throw new Error(`"${name.slice(0, 100)}" can't name a file`)
  }
}
