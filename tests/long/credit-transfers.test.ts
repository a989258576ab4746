import { test } from 'vitest'
import { expectTransfersOnce } from '../src/credit-transfers.ts'

test(
  'in 10,000 interleavings with kills, each transfer moves its credits exactly once',
  {
    timeout: 3_600_000,
  },
  () => expectTransfersOnce(10_000),
)
