import { connect } from '@parley/engines/mongodb/connection.ts'
import { serverUrl } from '@parley/engines/mongodb/place.ts'

/** The names of all databases of Parley for the region `na` on the server of the engine tests. */
export async function databases(): Promise<string[]> {
  const { db, close } = await connect(serverUrl(), 'admin')
  const listed = await db.admin().listDatabases()
  await close()
  return listed.databases.map(({ name }) => name).filter((name) => /^parley_na(_|$)/.test(name))
}

export async function dropDatabases(): Promise<void> {
  for (const name of await databases()) {
    const { db, close } = await connect(serverUrl(), name)
    await db.dropDatabase()
    await close()
  }
}
