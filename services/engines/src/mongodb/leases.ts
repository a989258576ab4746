import {
  createLeases,
  type LeaseOptions,
  type LeaseStore,
  type Leases,
} from '@parley/kernel/running/leases.ts'
import { connect, explained, upserting } from './connection.ts'

type Row = { _id: string; holder: string; until: number; over: number }

/**
 * Leases in a MongoDB database that all processes share. Writes are acknowledged by a majority, so a failover loses
 * none. Throws an Error of one line if the server can't be reached.
 */
export async function openMongoLeases(
  options: { url: string; database: string } & LeaseOptions,
): Promise<Leases> {
  const { db, close } = await connect(options.url, options.database)
  const leases = db.collection<Row>('leases')

  const store: LeaseStore = {
    take: (name, holder, now, until) =>
      explained(async () => {
        const change = { $set: { holder, until }, $setOnInsert: { over: 0 } }
        const free = { _id: name, until: { $lte: now } }
        const before = await leases.findOneAndUpdate(free, change, { returnDocument: 'before' })
        if (before) return { taken: true, last: before.holder }
        const inserted = await upserting(() =>
          leases.updateOne({ _id: name }, { $setOnInsert: { holder, until, over: 0 } }, { upsert: true }),
        )
        return { taken: inserted.upsertedCount === 1, last: undefined }
      }),
    isHeld: (name, now) =>
      explained(async () => (await leases.countDocuments({ _id: name, until: { $gt: now } })) > 0),
    renew: (names, holder, until) =>
      explained(async () => {
        const own = { _id: { $in: [...names] }, holder, until: { $gt: 0 } }
        await leases.updateMany(own, { $set: { until } })
        return (await leases.find(own, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)
      }),
    release: (name, holder, now) =>
      explained(async () => {
        await leases.updateOne({ _id: name, holder }, { $set: { until: 0, over: now } })
      }),
    clean: (before) =>
      explained(async () => {
        await leases.deleteMany({ until: { $lt: before }, over: { $lt: before } })
      }),
    close,
  }
  return createLeases(store, options)
}
