/** Ingests sources that were added or edited. The ingestion continues after the policy has reacted. */
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Ingester } from './ingestion/ingester.ts'

const events = pick(knowledgeEvents, 'KnowledgeSourceAdded', 'KnowledgeSourceEdited')

export function ingestSource({ ingester }: { ingester: Pick<Ingester, 'ingest'> }): Policy<typeof events> {
  return definePolicy({
    name: 'ingest-source',
    startFrom: 'origin',
    events,
    async react({ type, data, tenant, revision }) {
      const file = type === 'KnowledgeSourceAdded' ? data.file : undefined
      const text = file ?? data.pairs ?? data.content
      if (text === undefined) return
      ingester.ingest({ tenant, sourceId: data.sourceId, revision, characters: text.length })
    },
  })
}
