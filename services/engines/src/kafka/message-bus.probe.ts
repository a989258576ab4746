/** Asks the brokers whether they answer, for all who wait for them. */
import { setTimeout as delay } from 'node:timers/promises'
import { pause } from '@parley/kernel/pause.ts'
import type { Admin, Kafka } from 'kafkajs'

export type Brokers = {
  /** Throws when no broker answers in time. */
  probe(): Promise<void>
  /** Waits this many ms, until `signal` aborts, or until the brokers were away and are back. */
  rest(ms: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

const ANSWER_WITHIN_MS = 2_500
const LOOK_EVERY_MS = 250

export function watchBrokers(kafka: Kafka): Brokers {
  let admin: Admin | undefined
  let asking: Promise<void> | undefined

  const probe = (): Promise<void> => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
  return {
    probe,

    async rest(ms, signal) {
      const until = Date.now() + ms
      for (let away = false; !signal.aborted && Date.now() < until; ) {
        const answers = await probe().then(
          () => true,
          () => false,
        )
        if (answers && away) return
        away ||= !answers
        await pause(Math.min(LOOK_EVERY_MS, until - Date.now()), signal)
      }
    },

    async close() {
      await asking?.catch(() => undefined)
      await admin?.disconnect()
    },
  }

  /** A client of its own, which neither tries again nor waits as long as those that work. */
  async function ask(): Promise<void> {
    const asked = admin ?? kafka.admin({ retry: { retries: 0 } })
    const answered = new AbortController()
    try {
      await Promise.race([
        admin ? asked.describeCluster() : asked.connect().then(() => asked.describeCluster()),
        delay(ANSWER_WITHIN_MS, undefined, { signal: answered.signal }).then(() => {
          throw new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)
        }),
      ])
      admin = asked
    } catch (error) {
      admin = undefined
      void asked.disconnect().catch(() => undefined)
      throw error
    } finally {
      answered.abort()
    }
  }
}
