import {
  checkFileKey,
  type FileKey,
  type FileOwner,
  type FileStore,
  MAX_FILE_BYTES,
} from '@parley/kernel/files/file-store.ts'
import { Binary, MongoServerError } from 'mongodb'
import { connect, DUPLICATE_KEY, explained } from './connection.ts'

type Stored = { _id: string; tenant: string; owner: string; about: string; bytes: Binary; size: number }

/**
 * Files in a MongoDB collection, one document each: `MAX_FILE_BYTES` keeps them below the maximum document size. Throws
 * an Error of one line if the server can't be reached.
 */
export async function openMongoFileStore(options: { url: string; database: string }): Promise<FileStore> {
  const { db, close } = await connect(options.url, options.database)
  const files = db.collection<Stored>('files')
  await explained(() => files.createIndex({ tenant: 1, owner: 1 }))
  const idOf = ({ tenant, owner, id }: FileKey) => {
    checkFileKey(tenant, owner, id)
    return `${tenant}/${owner}/${id}`
  }

  return {
    async put(key, { about, bytes }) {
      if (bytes.length > MAX_FILE_BYTES)
        throw new Error(`a file of ${bytes.length} bytes is too large to keep`)
      const { tenant, owner } = key
      const size = bytes.length + Buffer.byteLength(about)
      const file = { _id: idOf(key), tenant, owner, about, bytes: new Binary(bytes), size }
      await explained(async () => {
        try {
          await files.insertOne(file)
        } catch (error) {
          if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) throw error
        }
      })
    },

    async get(key) {
      const found = await explained(() => files.findOne({ _id: idOf(key) }))
      return found ? { about: found.about, bytes: Buffer.from(found.bytes.buffer) } : undefined
    },

    async about(key) {
      const found = await explained(() => files.findOne({ _id: idOf(key) }, { projection: { about: 1 } }))
      return found?.about
    },

    async remove({ tenant, owner }: FileOwner) {
      checkFileKey(tenant, owner)
      await explained(() => files.deleteMany({ tenant, owner }))
    },

    async removeTenant(tenant) {
      checkFileKey(tenant)
      await explained(() => files.deleteMany({ tenant }))
    },

    async usedBy(tenant) {
      checkFileKey(tenant)
      const [used] = await explained(() =>
        files
          .aggregate<{ bytes: number }>([
            { $match: { tenant } },
            { $group: { _id: null, bytes: { $sum: '$size' } } },
          ])
          .toArray(),
      )
      return used?.bytes ?? 0
    },

    async owners(beginning) {
      const query = { owner: { $gte: beginning, $lt: `${beginning}\uffff` } }
      const found = await explained(() =>
        files.find(query, { projection: { tenant: 1, owner: 1 } }).toArray(),
      )
      const unique = new Map(found.map(({ tenant, owner }) => [`${tenant}/${owner}`, { tenant, owner }]))
      return [...unique.values()]
    },

    close,
  }
}
