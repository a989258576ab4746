/**
 * The names of a workspace's prompts, each of which one prompt has. Stream `promptnames-<workspaceId>`. A name is taken
 * before the event that uses it, so one that nobody uses can be taken over.
 */
import { type PromptNameEvent, promptNameEvents } from '@parley/contracts/integration/prompt-events.ts'
import { samePromptName } from '@parley/contracts/integration/prompt-names.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'

export type NameHolder = { promptId: string; takenAt: number }
/** By name, as `samePromptName` gives it. */
export type PromptNames = ReadonlyMap<string, NameHolder>

export type PromptNameCommand =
  /** `instead` of a holder that does not use the name, as it was found. */
  | { type: 'TakePromptName'; promptId: string; name: string; most: number; instead?: NameHolder }
  /** Releases a name if the prompt still holds it. */
  | { type: 'ReleasePromptName'; promptId: string; name: string }

/** Refuses with `name-taken` and `prompt-limit-reached`. */
export const promptNames: Aggregate<PromptNames, PromptNameCommand, PromptNameEvent> = {
  category: 'promptnames',
  events: promptNameEvents,
  decider: { initialState: new Map(), evolve, decide },
}

function decide(command: PromptNameCommand, state: PromptNames, now: Date): Decision<PromptNameEvent> {
  const { promptId, name } = command
  const holder = state.get(samePromptName(name))
  if (command.type === 'ReleasePromptName')
    return holder?.promptId === promptId
      ? accept({ type: 'PromptNameReleased', data: { promptId, name } })
      : accept()
  if (holder?.promptId === promptId) return accept()
  const { instead, most } = command
  const isFree = !holder || (instead?.promptId === holder.promptId && instead.takenAt === holder.takenAt)
  if (!isFree) return refuse('name-taken', `There is a prompt named “${name}” already.`, 'name')
  const others = new Set([...state.values()].filter((one) => one !== holder).map((one) => one.promptId))
  if (!others.has(promptId) && others.size >= most)
    return refuse(
      'prompt-limit-reached',
      `A workspace can have ${most} prompts. Delete one that is no longer needed.`,
    )
  return accept({ type: 'PromptNameTaken', data: { promptId, name, takenAt: now.getTime() } })
}

function evolve(state: PromptNames, { type, data }: PromptNameEvent): PromptNames {
  const names = new Map(state)
  const name = samePromptName(data.name)
  if (type === 'PromptNameTaken') names.set(name, { promptId: data.promptId, takenAt: data.takenAt })
  else if (names.get(name)?.promptId === data.promptId) names.delete(name)
  return names
}
