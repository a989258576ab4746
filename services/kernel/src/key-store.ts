/**
 * The port to the keys that seal personal data and secrets, one per subject of a tenant. What it calls a subject is
 * the name that `keyName` in `sealing.ts` gives: `<tenant>/user-…`, `<tenant>/visitor-<agent>/…`.
 * Keys live outside the log, wrapped by `MASTER_KEY`; erasing a key erases what it sealed everywhere.
 * Engines: `engines/key-store.sqlite.ts`, `engines/key-store.mongodb.ts`; suite: `engines/key-store.conformance.ts`.
 */
export type KeyStore = {
  /**
   * The wrapped key of a subject. If there is none, `wrapped` is stored durably and given back; of two racing
   * callers both get the same. An erased subject gives 'erased' and never a key again.
   */
  getOrCreate(subject: string, wrapped: () => string): Promise<string | 'erased'>
  get(subject: string): Promise<string | 'erased' | undefined>
  /** Destroys the key for ever; leaves a mark that it was. Safe to repeat. */
  erase(subject: string): Promise<void>
  close(): Promise<void>
}
