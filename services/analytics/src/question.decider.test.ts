import type { AnalyticsEvent } from '@parley/contracts/analytics/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { test } from 'vitest'
import { question } from './question.decider.ts'

const place = { agentId: 'a1', conversationId: 'c1', messageId: 'm1' }
const handled: AnalyticsEvent = { type: 'QuestionHandled', data: { ...place, sourceId: 's1' } }
const reopened: AnalyticsEvent = { type: 'QuestionReopened', data: place }

test('a question is handled once, with the knowledge source that was added for it', () => {
  given(question)
    .when({ type: 'HandleQuestion', ...place, sourceId: 's1' })
    .then(handled)
  given(question, handled)
    .when({ type: 'HandleQuestion', ...place })
    .thenNothing()
})

test('it can be opened again', () => {
  given(question)
    .when({ type: 'ReopenQuestion', ...place })
    .thenNothing()
  given(question, handled)
    .when({ type: 'ReopenQuestion', ...place })
    .then(reopened)
  given(question, handled, reopened)
    .when({ type: 'HandleQuestion', ...place, sourceId: 's1' })
    .then(handled)
})
