/** Who may write to the contact now, in words. */
import {
  channelLabels,
  personReplyWindows,
  replyWindows,
  type SimulatedKind,
} from '@parley/contracts/channel/names.ts'
import type { WritingAllowance } from '@parley/contracts/channel/simulation-endpoints.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Window = { agent: WritingAllowance; person: WritingAllowance }

/** `age`: how long ago the contact wrote, in ms; undefined if they have not. `closed`: the agent stays silent. */
export function windowWords(
  kind: SimulatedKind,
  window: Window | undefined,
  age: number | undefined,
): { text: string; closed: boolean } {
  const channel = channelLabels[kind]
  if (age === undefined)
    return { text: `On ${channel} the contact writes first: the agent can’t.`, closed: false }
  const limit = replyWindows[kind]
  if (limit === undefined || !window)
    return { text: `On ${channel} there is no time limit for replies.`, closed: false }
  if (window.agent === 'free')
    return { text: `The agent can reply for another ${leftOf(limit - age)}.`, closed: false }
  const silent = `The agent stays silent: ${channel} lets it reply within ${leftOf(limit)} after the contact wrote.`
  return { text: `${silent} ${personWords(kind, window.person, age)}`, closed: true }
}

function personWords(kind: SimulatedKind, person: WritingAllowance, age: number): string {
  if (person === 'template') return 'A teammate can send an approved template.'
  if (person !== 'tagged') return 'Nobody can write until the contact does.'
  const left = leftOf((personReplyWindows[kind] ?? 0) - age)
  return `A teammate can write for another ${left}, with the tag HUMAN_AGENT.`
}

/** In days or hours, rounded up. */
function leftOf(ms: number): string {
  const hours = Math.max(1, Math.ceil(ms / HOUR_MS))
  if (ms > 2 * DAY_MS) return `${Math.ceil(ms / DAY_MS)} days`
  return hours === 1 ? '1 hour' : `${hours} hours`
}
