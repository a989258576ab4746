import { parentPort, workerData } from 'node:worker_threads'
import { type MessageLog, openMessageLog } from './message-bus.log.ts'

/** The thread that owns the SQLite file. Calls that wait together share one transaction and one sync to disk. */

type Operations = Omit<MessageLog, 'begin' | 'commit' | 'rollback' | 'dataVersion' | 'close'>
export type Operation = keyof Operations
export type Arguments<Name extends Operation> = Parameters<Operations[Name]>
export type Result<Name extends Operation> = ReturnType<Operations[Name]>

export type Call = { call: number; operation: Operation; values: unknown[] }
export type ToWorker = Call | { poll: boolean } | 'close'
export type FromWorker =
  | { call: number; result: unknown }
  | { call: number; error: string }
  | 'changed'
  | 'ready'

const readOnly = new Set<Operation>(['fetch', 'deadLetters', 'lag'])
const durable = new Set<Operation>(['publish', 'bury', 'replay', 'dropLetters'])
const pollMs = 25

if (parentPort) serve(parentPort)

function serve(port: NonNullable<typeof parentPort>) {
  const log = openMessageLog(workerData.file)
  const waiting: Call[] = []
  let dataVersion = log.dataVersion()
  let poll: NodeJS.Timeout | undefined

  port.on('message', (message: ToWorker) => {
    if (message === 'close') {
      answer(log, waiting.splice(0), port)
      clearInterval(poll)
      log.close()
      port.close()
    } else if ('poll' in message) {
      clearInterval(poll)
      poll = message.poll ? setInterval(lookForOthers, pollMs) : undefined
    } else {
      if (waiting.length === 0) setImmediate(() => answer(log, waiting.splice(0), port))
      waiting.push(message)
    }
  })
  port.postMessage('ready' satisfies FromWorker)

  function lookForOthers() {
    const version = log.dataVersion()
    if (version === dataVersion) return
    dataVersion = version
    port.postMessage('changed' satisfies FromWorker)
  }
}

function answer(log: MessageLog, calls: Call[], port: NonNullable<typeof parentPort>) {
  if (calls.length === 0) return
  const writes = calls.some((call) => !readOnly.has(call.operation))
  let answers: FromWorker[]
  let begun = false
  try {
    if (writes) log.begin(calls.some((call) => durable.has(call.operation)))
    begun = true
    answers = calls.map((call) => ({ call: call.call, result: perform(log, call) }))
    if (writes) log.commit()
  } catch (error) {
    log.rollback()
    // One failed call must not fail those that wait with it, so each is repeated alone. If another program locks the
    // file, all fail together, since each would wait as long again.
    if (begun && calls.length > 1) {
      for (const call of calls) answer(log, [call], port)
      return
    }
    answers = calls.map(({ call }) => ({
      call,
      error: error instanceof Error ? error.message : String(error),
    }))
  }
  for (const message of answers) port.postMessage(message)
}

function perform(log: MessageLog, { operation, values }: Call): unknown {
  // The caller's types match each operation with its arguments.
  const call = log[operation] as (...values: unknown[]) => unknown
  return call(...values)
}
