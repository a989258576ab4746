/**
 * What can be called in a workspace that waits for its deletion: its team reads, and its visitors find no agent. A call
 * of no workspace is not concerned.
 */
import type { Endpoint, Region } from '@parley/contracts/endpoint.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { beingDeleted } from '@parley/workspace/deletion/deletion.ts'
import type { Gatekeeper } from './access.ts'

const notFound = refuse('not-found', 'Not found.')
const notAvailable = refuse('not-found', 'This agent is not available.')

/** Returns the refusal of a call to a workspace that is or will be deleted; undefined if it may go on. */
export async function refuseIfDeleted(
  gatekeeper: Pick<Gatekeeper, 'standingOf'>,
  endpoint: Pick<Endpoint, 'access' | 'kind' | 'duringDeletion'>,
  region: Region | undefined,
  tenant: string,
): Promise<{ ok: false; rejection: Rejection } | undefined> {
  if (region === undefined || tenant === '') return undefined
  const standing = await gatekeeper.standingOf(region, tenant)
  if (standing === 'open') return undefined
  if (standing === 'deleted') return notFound
  if (endpoint.access !== undefined) return notAvailable
  return endpoint.kind === 'query' || endpoint.duringDeletion ? undefined : beingDeleted(standing)
}
