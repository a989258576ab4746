import { fileStoreConformance } from './file-store.conformance.ts'
import { openMongoFileStore } from './file-store.mongodb.ts'
import { freshDatabase, serverUrl } from './mongodb.place.ts'

const url = serverUrl()

fileStoreConformance('MongoDB', async () => {
  const { database, remove } = freshDatabase()
  return { open: () => openMongoFileStore({ url, database }), remove }
})
