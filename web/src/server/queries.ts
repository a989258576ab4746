/**
 * Query options used by more than one feature. The parts of a key are the kind of data, the region and the agent;
 * `meta` names the changes that invalidate it (`touched.ts`).
 */
import type { Api } from '@parley/contracts/api.ts'
import type { Output, Region } from '@parley/contracts/endpoint.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { clientClaims } from './client-claims.ts'
import type { SignedInClient } from './client-session.ts'
import { whenReachable } from './connection.ts'

export type AgentPlace = { region: Region; agentId: string }
export type WorkspacePlace = { region: Region; workspaceId: string }

export const sessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    meta: { touchedBy: ['workspace', 'client', 'organisation', 'agency'] },
    queryFn: ({ signal }) => sessionOf(signal),
    staleTime: 5 * 60_000,
  })

export type Session = Output<Api['auth.session']> & {
  /** Who is signed in, if it is a client of an agency. */
  client?: SignedInClient
}

export const clientSessionCode = () => import('./client-session.ts')

/** A browser that has signed in a client asks for it first. */
async function sessionOf(signal: AbortSignal): Promise<Session> {
  const ofClient = async () => (await whenReachable(clientSessionCode)).clientSession(signal)
  return (clientClaims() && (await ofClient())) || client.call('auth.session', {}, { signal })
}

/** Agents of the chosen workspace, last modified first; what happens with each only with `activity`. */
export const agentsQuery = (region: Region, workspaceId: string, search = '', activity = false) =>
  infiniteQueryOptions({
    queryKey: ['agents', region, workspaceId, search, activity],
    meta: { touchedBy: ['agent', 'conversation', ...(activity ? ['loads'] : [])] },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'agents.list',
        {
          params: { region },
          query: { search, cursor: pageParam, limit: 60, ...(activity ? { activity: 'true' } : {}) },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

/** The published agent. The unpublished draft is applied on top of it (`store/drafts.ts`). */
export const agentQuery = ({ region, agentId }: AgentPlace) =>
  queryOptions({
    queryKey: ['agent', region, agentId],
    meta: { touchedBy: ['agent'], within: 'agent' },
    queryFn: async ({ signal }) =>
      (await client.call('agents.get', { params: { region, agentId } }, { signal })).data,
  })

/** The workspace's credits: the balance, and what was added and taken, newest first. */
export const creditsQuery = ({ region, workspaceId }: WorkspacePlace) =>
  infiniteQueryOptions({
    queryKey: ['credits', region, workspaceId],
    // What organisations paid is listed too.
    meta: { touchedBy: ['credits', 'orgcredits/RepliesCharged'] },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'credits.history',
        { params: { region, workspaceId }, query: { cursor: pageParam, limit: 50 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

/** The balance alone, for the side nav of every page. */
export const balanceQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['balance', region, workspaceId],
    meta: { touchedBy: ['credits'] },
    queryFn: async ({ signal }) => {
      const params = { region, workspaceId }
      return (await client.call('credits.history', { params, query: { limit: 1 } }, { signal })).balance
    },
  })

/** What the rollout of a blueprint left at an agent; null for nothing. */
export const blueprintDraftQuery = (place: AgentPlace) =>
  queryOptions({
    queryKey: ['blueprint-draft', place.region, place.agentId],
    meta: { touchedBy: [`agent-${place.agentId}`] },
    queryFn: async ({ signal }) =>
      (await client.call('blueprintDrafts.get', { params: place }, { signal })).draft ?? null,
  })

/** How the bot of Discord is added to a server; without an address, channels of Discord can't be connected here. */
export const discordBotQuery = (place: AgentPlace) =>
  queryOptions({
    queryKey: ['discord-bot', place.region, place.agentId],
    meta: { touchedBy: [], within: 'agent' },
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.call('channels.discordBot', { params: place }, { signal }),
  })

/** The channels of an agent, without their credentials. */
export const channelsQuery = (place: AgentPlace) =>
  queryOptions({
    queryKey: ['channels', place.region, place.agentId],
    meta: { touchedBy: ['channel'], within: 'agent' },
    queryFn: async ({ signal }) => (await client.call('channels.list', { params: place }, { signal })).items,
  })
