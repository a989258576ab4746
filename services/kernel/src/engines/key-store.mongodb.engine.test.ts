import { keyStoreConformance } from './key-store.conformance.ts'
import { openMongoKeyStore } from './key-store.mongodb.ts'
import { freshDatabase, serverUrl } from './mongodb.place.ts'

const url = serverUrl()

keyStoreConformance('MongoDB', async () => {
  const { database, remove } = freshDatabase()
  return { open: () => openMongoKeyStore({ url, database }), remove }
})
