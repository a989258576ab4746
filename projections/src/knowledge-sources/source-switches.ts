/** How a source is turned off and on, and how a website is read again: the same in each read model that shows it. */
import { knowledgeEvents, type refreshRates } from '@parley/contracts/knowledge/events.ts'
import { pick, type RecordedOf } from '@parley/kernel/read-models/projection.ts'

export const sourceSwitches = pick(
  knowledgeEvents,
  'KnowledgeSourceDisabled',
  'KnowledgeSourceEnabled',
  'KnowledgeRefreshRateSet',
  'KnowledgeRefreshesPaused',
  'KnowledgeRefreshesResumed',
)

/** Absent where it does not hold. */
export type SwitchedSource = {
  disabled?: true
  refreshRate?: (typeof refreshRates)[number]
  /** Its schedule is paused. */
  paused?: true
}

export function switched<Document extends SwitchedSource>(
  document: Document,
  event: RecordedOf<typeof sourceSwitches>,
): Document {
  switch (event.type) {
    case 'KnowledgeSourceDisabled':
      return { ...document, disabled: true }
    case 'KnowledgeSourceEnabled':
      return without(document, 'disabled')
    case 'KnowledgeRefreshRateSet':
      return { ...document, refreshRate: event.data.refreshRate }
    case 'KnowledgeRefreshesPaused':
      return { ...document, paused: true }
    case 'KnowledgeRefreshesResumed':
      return without(document, 'paused')
  }
}

function without<Document extends SwitchedSource>(document: Document, name: 'disabled' | 'paused'): Document {
  const rest = { ...document }
  delete rest[name]
  return rest
}
