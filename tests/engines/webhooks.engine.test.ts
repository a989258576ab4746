/** Webhooks over a real Kafka: three processes share the group, and one after the other is killed and replaced. */
import { afterAll, beforeAll, test } from 'vitest'
import { surviveKills } from '../src/webhook-kills.ts'
import { type RunningKafka, startKafka } from './kafka.ts'

let kafka: RunningKafka

beforeAll(async () => {
  kafka = await startKafka()
}, 240_000)
afterAll(() => kafka?.stop())

test('every event arrives in order while workers that share a group are killed and added', async () => {
  await surviveKills({
    kills: Number(process.env.KILLS ?? 4),
    workers: 3,
    env: { MESSAGE_BUS_URL: kafka.url },
  })
}, 7_200_000)
