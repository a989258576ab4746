import type { CanaryRate } from '@parley/contracts/agent/canary.ts'

/** What is compared of a canary version and the published one. */
export const canaryRates: { rate: CanaryRate; label: string; better: 'higher' | 'lower' }[] = [
  { rate: 'resolution', label: 'Resolved', better: 'higher' },
  { rate: 'failure', label: 'Failed replies', better: 'lower' },
  { rate: 'handoff', label: 'Handed to a person', better: 'lower' },
  { rate: 'feedback', label: 'Thumbs up', better: 'higher' },
]
