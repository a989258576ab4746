/** Which version of an agent answers a visitor. */
import { createHash } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { secretFields } from '@parley/contracts/agent/secrets.ts'
import type { AgentState, Canary } from '../agent.state.ts'

/**
 * The version that answers new conversations of a visitor while a canary runs. It follows from the ids alone, so that it
 * is the same in every process and every time; a larger share adds visitors and moves none back.
 */
export function assignedVersion(agentId: string, canary: Canary, visitorId: string): number {
  const hash = createHash('sha256').update(`${agentId}/${canary.version}/${visitorId}`).digest()
  const percent = (hash.readUInt32BE(0) / 2 ** 32) * 100
  return percent < canary.share ? canary.version : canary.controlVersion
}

/**
 * The document of a version that a conversation began with, with the secrets of today, which may have been replaced.
 * A version that is no longer kept is answered for by the published document.
 */
export function documentOfVersion(state: AgentState, version: number | undefined): AgentDocument {
  const kept = version === undefined ? undefined : state.versions.find((known) => known.version === version)
  if (!kept) return state.document
  const secrets = Object.entries(state.document).filter(([name]) => secretFields.has(name))
  return { ...kept.document, ...Object.fromEntries(secrets) }
}
