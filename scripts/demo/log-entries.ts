/** What the servers of the workspace noted in its log. */
import { logEntry } from '@parley/integration/log/log-entry.decider.ts'
import { stableId } from './chance.ts'
import { byHand, DAY_MS, done, type Stage, type Step } from './stage.ts'

const entries = [
  {
    type: 'orders.imported',
    content: '312 orders were imported from the shop.',
    metadata: { orders: 312, skipped: 0, tookMs: 4180 },
    daysAgo: 6,
  },
  {
    type: 'orders.import-failed',
    content: 'The shop did not answer: the orders of the night are missing.',
    metadata: { status: 503, attempts: 5 },
    daysAgo: 4,
  },
  {
    type: 'orders.imported',
    content: '287 orders were imported from the shop.',
    metadata: { orders: 287, skipped: 2, tookMs: 3902 },
    daysAgo: 3,
  },
  {
    type: 'price-list.published',
    content: 'The price list of the autumn is on the website.',
    metadata: { products: 148, editor: 'catalogue' },
    daysAgo: 1,
  },
]

export function logEntries(stage: Stage): Step[] {
  return entries.map(({ daysAgo, metadata, ...told }, nth) => {
    const entryId = stableId(stage.workspaceId, 'log-entry', String(nth))
    const entry = { ...told, entryId, channel: 'shop', metadata: JSON.stringify(metadata), withEmail: false }
    return {
      at: stage.now - daysAgo * DAY_MS,
      kind: 'agency',
      run: () =>
        done(
          stage.past.commands.handle(
            logEntry,
            entryId,
            { type: 'AddLogEntry', entry },
            byHand(stage, `log/${nth}`),
          ),
        ),
    }
  })
}
