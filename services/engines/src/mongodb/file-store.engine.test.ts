import { fileStoreConformance } from '@parley/kernel/files/file-store.conformance.ts'
import { openMongoFileStore } from './file-store.ts'
import { freshDatabase, serverUrl } from './place.ts'

const url = serverUrl()

fileStoreConformance('MongoDB', async () => {
  const { database, remove } = freshDatabase()
  return { open: () => openMongoFileStore({ url, database }), remove }
})
