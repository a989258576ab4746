import { given } from '@parley/kernel/commands/specification.ts'
import { test } from 'vitest'
import { clientSubjectOf } from './client-subject.decider.ts'

test('a person of a provider is one client, until that one has given its place up', () => {
  const linked = (clientId: string) => ({ type: 'ClientSubjectLinked' as const, data: { clientId } })
  const link = (clientId: string, instead?: string) => ({
    type: 'LinkClientSubject' as const,
    ...{ clientId, ...(instead !== undefined && { instead }) },
  })
  given(clientSubjectOf).when(link('c1')).then(linked('c1'))
  given(clientSubjectOf, linked('c1')).when(link('c1')).thenNothing()
  given(clientSubjectOf, linked('c1')).when(link('c2')).thenRejected('conflict')
  given(clientSubjectOf, linked('c1')).when(link('c2', 'c3')).thenRejected('conflict')
  given(clientSubjectOf, linked('c1')).when(link('c2', 'c1')).then(linked('c2'))
})
