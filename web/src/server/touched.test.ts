import type { QueryMeta } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { isTouched } from './touched.ts'

const queries: Record<string, { queryKey: readonly unknown[]; meta: QueryMeta | undefined }> = {
  session: { queryKey: ['session'], meta: { touchedBy: ['workspace'] } },
  agents: { queryKey: ['agents', 'eu', 'w1', ''], meta: { touchedBy: ['agent', 'conversation'] } },
  counts: {
    queryKey: ['conversations', 'eu', 'a1', 'counts'],
    meta: { touchedBy: ['conversation'], within: 'agent' },
  },
  conversation: {
    queryKey: ['conversation', 'eu', 'a1', 'c-1'],
    meta: { touchedBy: ['conversation'], within: 'conversation' },
  },
  organisations: {
    queryKey: ['organisations', 'eu', 'w1'],
    meta: { touchedBy: ['organisation', 'orgcredits/CreditsTransferred'] },
  },
  timeline: { queryKey: ['audit', 'eu', 'w1'], meta: { touchedBy: 'any' } },
  version: { queryKey: ['version', 'eu', 'a1', 3], meta: undefined },
}
const touched = (region: 'na' | 'eu', stream: string, agentId?: string, type = 'X') =>
  Object.entries(queries).flatMap(([name, query]) =>
    isTouched(query, region, { stream, type, position: 1, ...(agentId ? { agentId } : {}) }) ? name : [],
  )

describe('the queries that a change affects', () => {
  it('include the conversation itself and the lists of its agent', () => {
    expect(touched('eu', 'conversation-c-1', 'a1')).toEqual(['agents', 'counts', 'conversation', 'timeline'])
    expect(touched('eu', 'conversation-c-2', 'a1')).toEqual(['agents', 'counts', 'timeline'])
    expect(touched('eu', 'conversation-c-1', 'a2')).toEqual(['agents', 'timeline'])
  })

  it('include those of all agents if the change names no agent', () => {
    expect(touched('eu', 'conversation-c-9')).toEqual(['agents', 'counts', 'conversation', 'timeline'])
  })

  it('include the session for a change in any region', () => {
    expect(touched('na', 'workspace-w1')).toEqual(['session'])
  })

  it('include those that one type of a stream’s events concerns for this type alone', () => {
    const ofCredits = (type: string) => touched('eu', 'orgcredits-o1', undefined, type)
    expect(ofCredits('CreditsTransferred')).toEqual(['organisations', 'timeline'])
    expect(ofCredits('RepliesCharged')).toEqual(['timeline'])
    expect(touched('eu', 'credits-w1', undefined, 'CreditsTransferred')).toEqual(['timeline'])
    expect(touched('eu', 'organisation-o1')).toEqual(['organisations', 'timeline'])
  })

  it('include the timeline for streams that no screen shows', () => {
    expect(touched('eu', 'credits-w1')).toEqual(['timeline'])
  })
})
