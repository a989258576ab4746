import { createHash } from 'node:crypto'
import {
  createRateLimits,
  type RateLimitOptions,
  type RateLimits,
  type UsageStore,
} from '@parley/kernel/limits/rate-limits.ts'
import { connect, explained } from './connection.ts'

type Usage = { _id: string; until: number }

/**
 * Limits in a MongoDB database that all processes share. Writes are acknowledged by one server, so a failover may lose
 * the last moment. Keys are stored as hashes with `secret`, since they contain people's addresses. Throws an Error of
 * one line if the server can't be reached.
 */
export async function openMongoRateLimits(
  options: { url: string; database: string; secret: string } & RateLimitOptions,
): Promise<RateLimits> {
  const { db, close } = await connect(options.url, options.database)
  const usage = db.collection<Usage>('usage', { writeConcern: { w: 1 } })
  const named = (key: string) =>
    createHash('sha256').update(`${options.secret} ${key}`).digest('base64url').slice(0, 22)

  const read = async (keys: readonly string[]): Promise<number[]> => {
    const ids = keys.map(named)
    const found = await usage.find({ _id: { $in: ids } }).toArray()
    const times = new Map(found.map(({ _id, until }) => [_id, until]))
    return ids.map((id) => times.get(id) ?? 0)
  }

  const store: UsageStore = {
    read: (keys) => explained(() => read(keys)),

    add: (uses, now) =>
      explained(async () => {
        // Each step is atomic, and in any order of the steps of several processes no use is lost.
        const steps = uses.flatMap(({ key, costMs }) => [
          {
            updateOne: { filter: { _id: named(key) }, update: { $max: { until: now } }, upsert: true },
          },
          { updateOne: { filter: { _id: named(key) }, update: { $inc: { until: costMs } } } },
        ])
        await usage.bulkWrite(steps, { ordered: true })
        return read(uses.map(({ key }) => key))
      }),

    clean: (now) =>
      explained(async () => {
        await usage.deleteMany({ until: { $lte: now } })
      }),

    close,
  }
  return createRateLimits(store, options)
}
