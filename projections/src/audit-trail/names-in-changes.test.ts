import { ERASED } from '@parley/contracts/message.ts'
import { expect, test } from 'vitest'
import type { EventNames } from './event-sentences.ts'
import { namesInChanges } from './names-in-changes.ts'

const named = (kind: string) => async (id: string) => (id.startsWith('gone') ? undefined : `${kind} ${id}`)
const names = {
  member: named('member'),
  client: async (id: string) => (id === 'erased' ? ERASED : `client ${id}`),
  organisation: named('organisation'),
  tool: named('tool'),
  visitor: async () => undefined,
} as unknown as EventNames

test('names people and things by the fields in which their ids are', async () => {
  const changes = [
    { path: 'clientId', after: 'c1' },
    { path: 'members[userId=u2].permissions', added: ['audit.read'] },
    { path: 'widgetIDs', added: ['a1'], removed: ['gone1'] },
    { path: '', after: { orgId: 'o1', list: [{ assignee: 'u3' }], note: 'u4' } },
    { path: 'document.assignedToolsIds[0]', before: 't1', after: 't2' },
  ]
  expect(await namesInChanges(changes, names, named('agent'))).toEqual({
    c1: 'client c1',
    u2: 'member u2',
    a1: 'agent a1',
    o1: 'organisation o1',
    u3: 'member u3',
    t1: 'tool t1',
    t2: 'tool t2',
  })
})

test('leaves out what is erased or not for the reader', async () => {
  const changes = [
    { path: 'clientId', after: 'erased' },
    { path: 'conversationId', after: 'v1' },
  ]
  expect(await namesInChanges(changes, names, named('agent'))).toEqual({})
})
