/**
 * Feeds a projection with the given events that it declares, each of them twice, and returns the documents. Checks that
 * the second time changes nothing.
 */
import type { Actor, AnyEvent, EventCatalogue } from '@parley/contracts/message.ts'
import { expect } from 'vitest'
import type { Projection, RecordedOf } from './projection.ts'

export function projected<Doc extends object, C extends EventCatalogue>(
  projection: Projection<Doc, C>,
  events: (AnyEvent & { tenant?: string; at?: string; actor?: Actor })[],
): Map<string, Doc> {
  const documents = new Map<string, { document: Doc | undefined; position: number }>()
  events.forEach((event, position) => {
    if (!(event.type in projection.events)) return
    const recorded = {
      tenant: 'workspace1',
      actor: { kind: 'user', id: 'user1' },
      cause: { via: 'dashboard', command: `command${position}`, correlation: 'c' },
      at: new Date(Date.UTC(2026, 10, 21, 12, 0, position)).toISOString(),
      version: 1,
      previousHash: '',
      hash: '',
      id: `event${position}`,
      stream: 'stream-1',
      revision: position,
      position,
      ...event,
    } as unknown as RecordedOf<C>
    feed(projection, documents, recorded)
    const once = structuredClone([...documents])
    feed(projection, documents, recorded)
    expect([...documents], 'an event fed twice must change nothing').toEqual(once)
  })
  return new Map(
    [...documents].flatMap(([id, { document }]) => (document === undefined ? [] : [[id, document] as const])),
  )
}

function feed<Doc extends object, C extends EventCatalogue>(
  projection: Projection<Doc, C>,
  documents: Map<string, { document: Doc | undefined; position: number }>,
  event: RecordedOf<C>,
): void {
  const ids = projection.identify(event)
  for (const id of ids === undefined ? [] : typeof ids === 'string' ? [ids] : ids) {
    const before = documents.get(id)
    if (before && before.position >= event.position) continue
    const frozen = structuredClone(before?.document)
    const document = projection.project(before?.document, event, id)
    expect(before?.document, 'project must not change the document it is given').toEqual(frozen)
    documents.set(id, { document, position: event.position })
  }
}
