import { keyStoreConformance } from '@parley/kernel/sealing/key-store.conformance.ts'
import { openMongoKeyStore } from './key-store.ts'
import { freshDatabase, serverUrl } from './place.ts'

const url = serverUrl()

keyStoreConformance('MongoDB', async () => {
  const { database, remove } = freshDatabase()
  return { open: () => openMongoKeyStore({ url, database }), remove }
})
