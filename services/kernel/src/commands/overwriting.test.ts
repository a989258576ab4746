import { defineEvents } from '@parley/contracts/message.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type CommandHandler, createCommandHandler } from './command-handling.ts'
import { type Aggregate, accept, refuse } from './decider.ts'
import { overwriting } from './overwriting.ts'

type Written = { type: 'NoteWritten'; data: { noteId: string; text: string } }
type Read = { type: 'NoteRead'; data: { noteId: string } }
type Command = { write: string; text: string } | { read: string }

const board: Aggregate<Record<string, string>, Command, Written | Read> = {
  category: 'board',
  events: defineEvents({
    NoteWritten: { version: 1, data: z.object({ noteId: z.string(), text: z.string() }) },
    NoteRead: { version: 1, data: z.object({ noteId: z.string() }) },
  }),
  decider: {
    initialState: {},
    evolve: (state, { type, data }) =>
      type === 'NoteWritten' ? { ...state, [data.noteId]: data.text } : state,
    decide(command, state) {
      if ('read' in command) return accept({ type: 'NoteRead', data: { noteId: command.read } })
      if (command.text === '') return refuse('invalid-input', 'Please enter some text.')
      if (state[command.write] === command.text) return accept()
      return accept({ type: 'NoteWritten', data: { noteId: command.write, text: command.text } })
    },
  },
}

type Region = Awaited<ReturnType<typeof openTestRegion>>
let region: Region
let commands = 0
beforeEach(async () => {
  region = await openTestRegion()
})
afterEach(() => region.close())

const contextOf = (readUpTo?: number, command = `command ${++commands}`) => ({
  tenant: 'w1',
  actor: { kind: 'user', id: 'u1' } as const,
  cause: { via: 'api', command, correlation: 'c' } as const,
  ...(readUpTo === undefined ? {} : { readUpTo }),
})

/** Writes a note; returns its position, or the code of the refusal. */
async function write(
  noteId: string,
  text: string,
  readUpTo?: number,
  by: CommandHandler['handle'] = region.handle,
) {
  const context = overwriting(board, contextOf(readUpTo), ['NoteWritten'], { noteId })
  const handled = await by(board, '1', { write: noteId, text }, context)
  return handled.ok ? handled.position : handled.rejection.code
}

async function read(noteId: string) {
  const handled = await region.handle(board, '1', { read: noteId }, contextOf())
  return handled.ok ? handled.position : -1
}

test('overwrites what its caller has read, and not what was written since', async () => {
  const first = Number(await write('a', 'one'))
  const second = Number(await write('a', 'two', first))
  expect(await write('a', 'three', first)).toBe('changed-since-read')
  expect(await write('a', 'three', second)).toBeGreaterThan(second)
  expect((await region.load(board, '1'))?.state).toEqual({ a: 'three' })
})

test('events that change something else of the stream do not count', async () => {
  const first = Number(await write('a', 'one'))
  await write('b', 'of another note')
  await read('a')
  expect(await write('a', 'two', first)).toBeGreaterThan(first)
})

test('counts a change that would be none, too, and leaves refusals of the decider as they are', async () => {
  const first = Number(await write('a', 'one'))
  await write('a', 'two')
  expect(await write('a', 'two', first)).toBe('changed-since-read')
  expect(await write('a', '', first)).toBe('invalid-input')
})

test('answers a repeated command as the first time', async () => {
  const first = Number(await write('a', 'one'))
  const context = overwriting(board, contextOf(first, 'the same'), ['NoteWritten'], { noteId: 'a' })
  const once = await region.handle(board, '1', { write: 'a', text: 'two' }, context)
  const twice = await region.handle(board, '1', { write: 'a', text: 'two' }, context)
  expect([once.ok, twice.ok && twice.repeated]).toEqual([true, true])
})

test('looks behind many events, and takes a caller who has read none of the newest for one who is behind', async () => {
  const first = Number(await write('a', 'one'))
  for (let nth = 0; nth < 250; nth += 1) await read('a')
  expect(await write('a', 'two', first)).toBeGreaterThan(first)
  for (let nth = 0; nth < 5_101; nth += 1) await read('a')
  expect(await write('a', 'three', Number(first))).toBe('changed-since-read')
})

test('of several processes that overwrite the same at once, one does', async () => {
  const { eventStore, keyring } = region
  const others = Array.from({ length: 4 }, () => createCommandHandler({ eventStore, keyring }))
  for (let round = 0; round < 10; round += 1) {
    const before = Number(await write('a', `round ${round}`))
    const outcomes = await Promise.all(
      others.flatMap(({ handle }, nth) => [
        write('a', `${round} by ${nth}`, before, handle),
        write('b', `${round} by ${nth}`, undefined, handle),
      ]),
    )
    const ofA = outcomes.filter((_, nth) => nth % 2 === 0)
    expect(ofA.filter((one) => typeof one === 'number')).toHaveLength(1)
    expect(ofA.filter((one) => one === 'changed-since-read')).toHaveLength(3)
  }
})
