/**
 * The port to the keys that seal personal data and secrets, one per subject of a tenant. A subject here is the name
 * that `keyName` in `sealing.ts` returns: `<tenant>/user-…`, `<tenant>/visitor-<agent>/…`. Keys are stored outside the
 * log, wrapped by `MASTER_KEY`; erasing a key erases everything that it sealed. Engines: `engines/sqlite/key-store.ts`,
 * `engines/mongodb/key-store.ts`; suite: `key-store.conformance.ts`.
 */
export type KeyStore = {
  /**
   * Returns the wrapped key of a subject. If there is none, stores `wrapped` durably and returns it; concurrent callers
   * get the same key. Returns 'erased' for an erased subject, which never gets a key again.
   */
  getOrCreate(subject: string, wrapped: () => string): Promise<string | 'erased'>
  get(subject: string): Promise<string | 'erased' | undefined>
  /** Returns the subjects whose names end in a text, erased ones included. Reads all names, so it is for rare uses. */
  endingIn(ending: string): Promise<string[]>
  /** Destroys the key permanently and records that it was erased. Idempotent. */
  erase(subject: string): Promise<void>
  /** Destroys all keys of subjects whose names start with a text, as `erase` does. Idempotent. */
  eraseStartingWith(beginning: string): Promise<void>
  close(): Promise<void>
}
