import type { PromptEvent } from '@parley/contracts/integration/prompt-events.ts'
import { keptPromptVersions } from '@parley/contracts/integration/prompt-names.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, expect, test } from 'vitest'
import { prompt, versionOf } from './prompt.decider.ts'
import { promptNames } from './prompt-names.decider.ts'

const of = { promptId: 'p1' }
const content = { text: 'Be kind to {{name}}.', variables: ['name'] }
const created: PromptEvent = {
  type: 'PromptCreated',
  data: { ...of, name: 'Tone', description: '', ...content, note: 'First' },
}
const saved = (version: number, text: string, more: object = {}): PromptEvent => ({
  type: 'PromptVersionSaved',
  data: { ...of, version, text, variables: [], ...more },
})
const published = (version: number, former: number, agents = 0): PromptEvent => ({
  type: 'PromptPublished',
  data: { ...of, version, former, agents },
})
const deleted: PromptEvent = { type: 'PromptDeleted', data: { ...of, name: 'Tone' } }

describe('a prompt', () => {
  test('is created with its variables, once', () => {
    const create = {
      ...({ type: 'CreatePrompt', ...of, name: 'Tone', description: '' } as const),
      ...{ text: content.text, note: 'First' },
    }
    given(prompt).when(create).then(created)
    given(prompt, created).when(create).thenNothing()
  })

  test('has a version of each text, which agents do not use yet', () => {
    const save = { type: 'SavePromptVersion', ...of, text: 'Be brief.' } as const
    given(prompt, created).when(save).then(saved(2, 'Be brief.'))
    expect(given(prompt, created, saved(2, 'Be brief.')).state).toMatchObject({ published: 1 })
    given(prompt, created)
      .when({ ...save, text: content.text })
      .thenRejected('nothing-changed')
    given(prompt).when(save).thenRejected('not-found')
    given(prompt, created, deleted).when(save).thenRejected('not-found')
  })

  test('contains no other prompt', () => {
    const text = 'Be {{prompt:p2}}.'
    given(prompt, created)
      .when({ type: 'SavePromptVersion', ...of, text })
      .thenRejected('prompt-in-prompt')
    given(prompt)
      .when({ type: 'CreatePrompt', ...of, name: 'Tone', description: '', text })
      .thenRejected('prompt-in-prompt')
  })

  test('restores an earlier version as the next one', () => {
    const restore = { type: 'RestorePromptVersion', ...of, version: 1 } as const
    given(prompt, created, saved(2, 'Be brief.'))
      .when(restore)
      .then(saved(3, content.text, { variables: ['name'], restoredFrom: 1 }))
    given(prompt, created).when(restore).thenRejected('nothing-changed')
    given(prompt, created)
      .when({ ...restore, version: 7 })
      .thenRejected('not-found')
  })

  test('publishes a version, and an earlier one again', () => {
    const publish = (version: number) =>
      ({ type: 'PublishPrompt', ...of, version, agents: 2, failing: [] }) as const
    const history = [created, saved(2, 'Be brief.')]
    given(prompt, ...history)
      .when(publish(2))
      .then(published(2, 1, 2))
    given(prompt, ...history)
      .when(publish(1))
      .thenNothing()
    given(prompt, ...history, published(2, 1))
      .when(publish(1))
      .then(published(1, 2, 2))
    given(prompt, ...history)
      .when(publish(3))
      .thenRejected('not-found')
  })

  test('waits for tests that have to pass, unless a reason is given, or it was published before', () => {
    const publish = (version: number, failing: string[], untested?: string) =>
      ({ type: 'PublishPrompt', ...of, version, agents: 2, failing, untested }) as const
    const history = [created, saved(2, 'Be brief.')]
    given(prompt, ...history)
      .when(publish(2, ['Shop']))
      .thenRejected('tests-not-passed')
    const [event] = given(prompt, ...history)
      .when(publish(2, ['Shop'], 'It is urgent'))
      .events()
    expect(event?.data).toEqual({ ...published(2, 1, 2).data, untested: 'It is urgent' })
    given(prompt, ...history)
      .when(publish(2, [], 'No reason needed'))
      .then(published(2, 1, 2))
    const later = [...history, published(2, 1), saved(3, 'Be short.')]
    given(prompt, ...later)
      .when(publish(1, ['Shop']))
      .then(published(1, 2, 2))
    given(prompt, ...later, published(1, 2))
      .when(publish(2, ['Shop']))
      .then(published(2, 1, 2))
    given(prompt, ...later)
      .when(publish(3, ['Shop']))
      .thenRejected('tests-not-passed')
  })

  test('keeps the newest versions and the published one', () => {
    const history = Array.from({ length: keptPromptVersions + 4 }, (_, nth) => saved(nth + 2, `Text ${nth}`))
    const { state } = given(prompt, created, ...history)
    if (state.status !== 'live') throw new Error('it is not live')
    expect(state.versions.length).toBe(keptPromptVersions + 1)
    expect(versionOf(state, 1)?.text).toBe(content.text)
    expect(versionOf(state, 2)).toBeUndefined()
  })

  test('is not deleted while agents use it, which are named', () => {
    const remove = (...usedBy: string[]) => ({ type: 'DeletePrompt', ...of, usedBy }) as const
    given(prompt, created).when(remove()).then(deleted)
    const refused = (...usedBy: string[]) =>
      given(prompt, created)
        .when(remove(...usedBy))
        .thenRejected('prompt-in-use')
    refused('Shop')
    const decision = prompt.decider.decide(
      remove('A', 'B', 'C', 'D', 'E'),
      given(prompt, created).state,
      new Date(),
    )
    expect(decision).toMatchObject({
      rejection: {
        message: expect.stringContaining('used by “A”, “B”, “C” and 2 other agents'),
      },
    })
  })
})

describe('the names of prompts', () => {
  const take = (promptId: string, name: string, most = 9) =>
    ({ type: 'TakePromptName', promptId, name, most }) as const
  const taken = (promptId: string, name: string, takenAt = 1) =>
    ({ type: 'PromptNameTaken', data: { promptId, name, takenAt } }) as const

  test('belong to one prompt each, whatever their case and spaces', () => {
    given(promptNames, taken('p1', 'Tone of voice'))
      .when(take('p2', ' tone  of VOICE '))
      .thenRejected('name-taken')
    given(promptNames, taken('p1', 'Tone')).when(take('p1', 'tone')).thenNothing()
    const released = { type: 'PromptNameReleased', data: { promptId: 'p1', name: 'TONE' } } as const
    expect(given(promptNames, taken('p1', 'Tone'), released).state.size).toBe(0)
    given(promptNames, taken('p1', 'Tone'))
      .when({ type: 'ReleasePromptName', promptId: 'p2', name: 'Tone' })
      .thenNothing()
  })

  test('are taken over from a holder that was found not to use them, and from no later one', () => {
    const instead = { promptId: 'p1', takenAt: 1 }
    const over = { ...take('p2', 'Tone'), instead }
    expect(
      promptNames.decider.decide(over, given(promptNames, taken('p1', 'Tone')).state, new Date(5)),
    ).toEqual({
      ok: true,
      events: [taken('p2', 'Tone', 5)],
    })
    given(promptNames, taken('p1', 'Tone', 2))
      .when(over)
      .thenRejected('name-taken')
  })

  test('are as many as a workspace can have prompts', () => {
    const one = taken('p1', 'Tone')
    given(promptNames, one)
      .when(take('p2', 'Returns', 1))
      .thenRejected('prompt-limit-reached')
    expect(
      promptNames.decider.decide(take('p1', 'Returns', 1), given(promptNames, one).state, new Date()),
    ).toMatchObject({ ok: true })
  })
})
