import { expect, test } from 'vitest'
import { surviveHistories } from '../src/channel-histories.ts'
import { historyKinds } from '../src/history-channels.ts'

const histories = Number(process.env.HISTORIES ?? 200)

test.each(historyKinds)(
  'random histories of %s are what was written, and each message is answered once, over kills of every role',
  { timeout: 3_600_000 },
  async (kind) => {
    expect(histories).toBeGreaterThan(0)
    await surviveHistories({ kind, histories, together: 20 })
  },
)
