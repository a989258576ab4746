/** The defaults of a new agent (part 1 §3). Ids, keys and the time are passed in: nothing here is random. */
import type { Region } from '../endpoint.ts'
import { isRecord } from '../is-record.ts'
import type { AgentDocument } from './document.ts'
import { defaultsOf } from './field-values.ts'
import { agentFields } from './fields.ts'

export const maxVersionsListed = 20

const defaults = defaultsOf(agentFields, 'default')

/** The new-agent defaults of every agent (part 1 §3, first table). `lastModified` is in unix seconds. */
export function newAgentDefaults(agent: {
  ID: string
  ownerID: string
  region: Region
  SECRET_API_KEY: string
  lastModified: number
}): AgentDocument {
  return { ...defaults, ...agent }
}

/** Extra defaults merged for vg agents without nodes (part 1 §3). */
export const agentDefaultsWithoutNodes: AgentDocument = defaultsOf(agentFields, 'defaultWithoutNodes')

/** Fills in absent fields, also in nested objects; lists and present values are unchanged. */
export function withDefaults<Value extends object>(value: Value, defaults: Partial<Value>): Value {
  const filled: Record<string, unknown> = { ...defaults }
  for (const [name, own] of Object.entries(value)) {
    if (own === undefined) continue
    const fallback = filled[name]
    filled[name] = isRecord(own) && isRecord(fallback) ? withDefaults(own, fallback) : own
  }
  return filled as Value
}
