import { defineEvents, personal, secret } from '@parley/contracts/message.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Aggregate, accept } from '../commands/decider.ts'

const events = defineEvents({
  Noted: {
    version: 1,
    data: z.object({
      text: personal(),
      of: z.array(z.union([z.string(), z.object({ id: z.string().optional() })])).optional(),
      by: z.record(z.string(), z.object({ token: secret() })).optional(),
    }),
  },
})
/** Records any data, unlike the deciders of the contexts. */
const notes: Aggregate<unknown[], unknown, { type: 'Noted' | 'Unheard'; data: unknown }> = {
  category: 'notes',
  events,
  decider: {
    initialState: [],
    evolve: (state, event) => [...state, event.data],
    decide: (data) => accept({ type: data === 'unheard' ? 'Unheard' : 'Noted', data }),
  },
}

test('does not append data that its event does not declare, and the error contains none of the data', async () => {
  const { handle, eventStore, close } = await openTestRegion()
  let commands = 0
  const note = (data: unknown) =>
    handle(notes, 'n1', data, {
      tenant: 'w1',
      subject: 'visitor-v1',
      actor: { kind: 'visitor', id: 'v1' },
      cause: { via: 'widget', command: `c${commands++}`, correlation: 'c' },
    })

  await note({ text: 'Hello', of: ['a', { id: 'b' }, { id: undefined }], by: { x: { token: 't' } } })
  await expect(note({ text: 7 })).rejects.toThrow(
    'Noted is not as its schema declares it: text: invalid_type',
  )
  await expect(note({})).rejects.toThrow('text: invalid_type')
  await expect(note({ text: 'Hello', phone: 'my number' })).rejects.toThrow('data: unrecognized_keys (phone)')
  await expect(note({ text: 'Hello', of: [{ ip: 'my address' }] })).rejects.toThrow(
    'of.0: unrecognized_keys (ip)',
  )
  await expect(note({ text: 'Hello', by: { x: { token: 't', key: 'mine' } } })).rejects.toThrow(
    'by.x: unrecognized_keys (key)',
  )
  await expect(note('unheard')).rejects.toThrow('Unheard is not an event of the stream it is appended to')
  expect(await eventStore.readStream('notes-n1')).toHaveLength(1)
  await close()
})
