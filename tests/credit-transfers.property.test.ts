/** A sample of what `npm run test:long` tries 10,000 times. */
import { test } from 'vitest'
import { expectTransfersOnce } from './src/credit-transfers.ts'
import { runsOf } from './src/part-of-list.ts'

const RUNS = runsOf(200)

test(
  'each transfer moves its credits exactly once, however processes are killed',
  {
    timeout: 600_000,
  },
  () => expectTransfersOnce(RUNS),
)
