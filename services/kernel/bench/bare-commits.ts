/**
 * The baseline of one durable writer: the least that SQLite's synced commit of a text costs off the event loop. A thread
 * of its own inserts each text that is posted to it into a table without further indexes, one statement a commit, with
 * the settings that the event log has, and posts back the row's number.
 */
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { reserveLog } from '@parley/engines/sqlite/log.ts'

/** As in the event log. */
const CHECKPOINT_PAGES = 4000

export type BareCommits = { commit(text: string): Promise<void>; close(): Promise<void> }

/** Opens the baseline in a new file. */
export async function openBareCommits(file: string): Promise<BareCommits> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { file }, execArgv: [] })
  await once(worker, 'message')
  const waiting: (() => void)[] = []
  worker.on('message', () => waiting.shift()?.())
  return {
    commit: (text) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        worker.postMessage(text)
      }),
    async close() {
      await worker.terminate()
    },
  }
}

if (parentPort && typeof workerData?.file === 'string') serve(parentPort, workerData.file)

function serve(port: NonNullable<typeof parentPort>, file: string): void {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
    CREATE TABLE line (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT`)
  reserveLog(database, file, CHECKPOINT_PAGES)
  const insert = database.prepare('INSERT INTO line (text) VALUES (?)')
  port.on('message', (text: string) => port.postMessage(Number(insert.run(text).lastInsertRowid)))
  port.postMessage('ready')
}
