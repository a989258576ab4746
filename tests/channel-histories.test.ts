import { test } from 'vitest'
import { surviveSampleOf } from './src/channel-histories.ts'
import { historyKinds } from './src/history-channels.ts'

test('a few random histories of each channel are what was written, and each message is answered once', async () => {
  await surviveSampleOf(historyKinds, 2)
}, 240_000)
