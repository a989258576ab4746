/** A prompt of the library: its versions and the one that agents use. Stream `prompt-<id>`; the tenant is the workspace. */
import { type PromptEvent, promptEvents } from '@parley/contracts/integration/prompt-events.ts'
import { keptPromptVersion } from '@parley/contracts/integration/prompt-names.ts'
import { promptIdsIn, variablesInPrompt } from '@parley/contracts/integration/prompt-references.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'

export type PromptState =
  | { status: 'none' | 'deleted' }
  | {
      status: 'live'
      name: string
      description: string
      /** Oldest first: the newest ones, and the published one. */
      versions: readonly { version: number; text: string; wasPublished?: true }[]
      published: number
    }
export type LivePrompt = Extract<PromptState, { status: 'live' }>

export type PromptCommand = { promptId: string } & (
  | { type: 'CreatePrompt'; name: string; description: string; text: string; note?: string | undefined }
  | { type: 'DescribePrompt'; name: string; description: string }
  | { type: 'SavePromptVersion'; text: string; note?: string | undefined }
  | { type: 'RestorePromptVersion'; version: number }
  /**
   * `agents`: how many use it. `failing`: the titles of those whose tests have to pass with the version, and did not;
   * `untested`: why it is published all the same.
   */
  | {
      type: 'PublishPrompt'
      version: number
      agents: number
      failing: readonly string[]
      untested?: string | undefined
    }
  /** `usedBy`: the titles of the agents that use it. */
  | { type: 'DeletePrompt'; usedBy: readonly string[] }
)

export const noPrompt = refuse('not-found', 'This prompt does not exist.')
export const noVersion = refuse('not-found', 'This version does not exist, or is no longer kept.')

/** Of the agents that use a prompt, as many as a refusal names. */
const NAMED = 3

/** Refuses with `not-found`, `nothing-changed`, `prompt-in-prompt`, `prompt-in-use` and `tests-not-passed`. */
export const prompt: Aggregate<PromptState, PromptCommand, PromptEvent> = {
  category: 'prompt',
  events: promptEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

function decide(command: PromptCommand, state: PromptState): Decision<PromptEvent> {
  const { promptId } = command
  if (command.type === 'CreatePrompt') {
    if (state.status !== 'none') return accept()
    const { name, description, text, note } = command
    const refused = refuseNesting(text)
    if (refused) return refused
    return accept({
      type: 'PromptCreated',
      data: { promptId, name, description, text, variables: variablesInPrompt(text), ...noted(note) },
    })
  }
  if (state.status !== 'live') return noPrompt
  switch (command.type) {
    case 'DescribePrompt': {
      const { name, description } = command
      return name === state.name && description === state.description
        ? accept()
        : accept({ type: 'PromptDescribed', data: { promptId, name, description } })
    }
    case 'SavePromptVersion':
      return refuseNesting(command.text) ?? nextVersion(state, promptId, command.text, noted(command.note))
    case 'RestorePromptVersion': {
      const restored = versionOf(state, command.version)
      if (!restored) return noVersion
      return nextVersion(state, promptId, restored.text, { restoredFrom: restored.version })
    }
    case 'PublishPrompt': {
      const { version, agents, untested } = command
      const wanted = versionOf(state, version)
      if (!wanted) return noVersion
      if (version === state.published) return accept()
      // What was published before is published again at once, so that a fault can be undone.
      const failing = wanted.wasPublished ? [] : command.failing
      if (failing.length > 0 && untested === undefined)
        return refuse(
          'tests-not-passed',
          `The tests of ${listed(failing)} have to pass with this version first. Run them until all pass, or publish with a reason.`,
        )
      const reason = failing.length > 0 ? { untested } : {}
      const former = state.published
      return accept({ type: 'PromptPublished', data: { promptId, version, former, agents, ...reason } })
    }
    case 'DeletePrompt': {
      const { usedBy } = command
      if (usedBy.length > 0)
        return refuse(
          'prompt-in-use',
          `This prompt is used by ${listed(usedBy)}. Remove it from the prompts of these agents and publish them first.`,
        )
      return accept({ type: 'PromptDeleted', data: { promptId, name: state.name } })
    }
  }
}

function evolve(state: PromptState, event: PromptEvent): PromptState {
  if (event.type === 'PromptCreated') {
    const { name, description, text } = event.data
    return {
      status: 'live',
      name,
      description,
      versions: [{ version: 1, text, wasPublished: true }],
      published: 1,
    }
  }
  if (state.status !== 'live') return state
  switch (event.type) {
    case 'PromptDescribed': {
      const { name, description } = event.data
      return { ...state, name, description }
    }
    case 'PromptVersionSaved': {
      const { version, text } = event.data
      const isKept = keptPromptVersion({ newest: version, published: state.published })
      const versions = [...state.versions, { version, text }].filter((one) => isKept(one.version))
      return { ...state, versions }
    }
    case 'PromptPublished': {
      const { version } = event.data
      const versions = state.versions.map((one) =>
        one.version === version ? { ...one, wasPublished: true as const } : one,
      )
      return { ...state, versions, published: version }
    }
    case 'PromptDeleted':
      return { status: 'deleted' }
  }
}

export function newestPrompt({ versions }: LivePrompt): { version: number; text: string } {
  const newest = versions.at(-1)
  if (!newest) throw new Error('A prompt has at least one version.')
  return newest
}

export function versionOf({ versions }: LivePrompt, version: number) {
  return versions.find((one) => one.version === version)
}

function nextVersion(
  state: LivePrompt,
  promptId: string,
  text: string,
  more: { note?: string; restoredFrom?: number },
): Decision<PromptEvent> {
  const newest = newestPrompt(state)
  if (newest.text === text) return refuse('nothing-changed', 'The newest version has this text already.')
  const variables = variablesInPrompt(text)
  return accept({
    type: 'PromptVersionSaved',
    data: { promptId, version: newest.version + 1, text, variables, ...more },
  })
}

function refuseNesting(text: string): Extract<Decision<PromptEvent>, { ok: false }> | undefined {
  if (promptIdsIn(text).length === 0) return undefined
  return refuse('prompt-in-prompt', 'A prompt of the library can’t contain another one.', 'text')
}

function noted(note: string | undefined): { note?: string } {
  return note ? { note } : {}
}

function listed(titles: readonly string[]): string {
  const named = titles.slice(0, NAMED).map((title) => `“${title}”`)
  const others = titles.length - named.length
  if (others > 0) named.push(others === 1 ? 'another agent' : `${others} other agents`)
  const last = named.pop() ?? ''
  return named.length > 0 ? `${named.join(', ')} and ${last}` : last
}
