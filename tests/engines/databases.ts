import { connect } from '@parley/engines/mongodb/connection.ts'
import { serverUrl } from '@parley/engines/mongodb/place.ts'

/**
 * The databases of one test file on the server of the engine tests, for the region `na`: files run side by side. `env` has the
 * settings of a process that uses them.
 */
export function databasesOf(file: string) {
  const prefix = `${file}_na`
  return {
    prefix,
    env: { READ_STORE_URL: serverUrl(), READ_STORE_PREFIX: `${file}_{region}` },
    names: () => databases(prefix),
    async drop() {
      for (const name of await databases(prefix)) {
        const { db, close } = await connect(serverUrl(), name)
        await db.dropDatabase()
        await close()
      }
    },
  }
}

async function databases(prefix: string): Promise<string[]> {
  const { db, close } = await connect(serverUrl(), 'admin')
  const listed = await db.admin().listDatabases()
  await close()
  const own = (name: string) => name === prefix || name.startsWith(`${prefix}_`)
  return listed.databases.map(({ name }) => name).filter(own)
}
