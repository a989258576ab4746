import { z } from 'zod'
import { defineEndpoints, pageOf, pageQuery, wholeList, workspaceParams } from '../endpoint.ts'
import { actorSchema, causeSchema } from '../message.ts'

/**
 * One changed value. Of a list of texts or numbers, which ones were added and removed, unless only their order changed.
 * In `path`, items of lists are named by their ids, such as `members[userId=u1].role`, where they have ids. Secrets read '••••••••'; personal text whose key is erased reads '[erased]'. */
export const changeView = z.object({
  path: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  removed: z.array(z.unknown()).optional(),
  added: z.array(z.unknown()).optional(),
})

export const auditEntryView = z.object({
  position: z.number(),
  stream: z.string(),
  revision: z.number(),
  id: z.string(),
  type: z.string(),
  version: z.number(),
  /** ISO 8601. */
  at: z.string(),
  actor: actorSchema,
  /** Display name of the actor, if known and not erased. */
  actorName: z.string().optional(),
  /** The agent that the event is about. */
  agentId: z.string().optional(),
  /** The agent's name, unless it was deleted. */
  agentTitle: z.string().optional(),
  cause: causeSchema,
  /** The event in one plain sentence. */
  summary: z.string(),
  /**
   * What the actor did, with whom and which, to be read after their name: `tagged Visitor 1bd0 Order`. Absent for events
   * that need no name, and where a name is not known, erased, or not for the reader.
   */
  sentence: z.array(z.object({ text: z.string(), strong: z.literal(true).optional() })).optional(),
  /** The analytics event that it is, if it is one. */
  analytics: z.string().optional(),
  hash: z.string(),
})
export type AuditEntryView = z.infer<typeof auditEntryView>

export const auditDetailView = auditEntryView.extend({
  previousHash: z.string(),
  data: z.unknown(),
  changes: z.array(changeView),
  /** The names behind the ids in `changes`, by id, of what is still there and for the reader. */
  names: z.record(z.string(), z.string()),
})
export type AuditDetailView = z.infer<typeof auditDetailView>

export const verificationView = z.object({
  ok: z.boolean(),
  streams: z.number(),
  events: z.number(),
  /** The faults found, each with its stream and revision. */
  faults: z.array(z.object({ stream: z.string(), revision: z.number(), fault: z.string() })),
  /** Merkle root over the heads of all the workspace's streams. */
  root: z.string(),
  checkedAt: z.string(),
})
export type VerificationView = z.infer<typeof verificationView>

export const anchorView = z.object({
  day: z.string(),
  root: z.string(),
  streams: z.number(),
  position: z.number(),
})

const streamParams = workspaceParams.extend({ stream: z.string().regex(/^[a-z]+-[A-Za-z0-9_-]{1,100}$/) })

/** Who acted: anybody, the team and its clients with what acts for them, or visitors; not the platform by itself. */
const actedBy = z.enum(['people', 'team', 'visitors'])

export const auditEndpoints = defineEndpoints({
  'audit.timeline': {
    summary: 'Every event of a workspace, newest first, searchable',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/audit',
    permission: 'audit.read',
    kind: 'query',
    params: workspaceParams,
    query: pageQuery.extend({
      search: z.string().trim().max(200).optional(),
      type: z.string().max(100).optional(),
      actor: z.string().max(100).optional(),
      by: actedBy.optional(),
      agent: z.string().max(100).optional(),
      stream: z.string().max(120).optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
    }),
    output: pageOf(auditEntryView).extend({
      types: z.array(z.string()),
      /**
       * Whose acts can be asked for with `actor`: the members, the clients of organizations and those who were members,
       * each by name. Empty on pages after the first.
       */
      people: z.array(
        z.object({
          userId: z.string(),
          displayName: z.string(),
          kind: z.enum(['member', 'client', 'former-member']),
        }),
      ),
    }),
  },
  'audit.event': {
    summary: 'One event with its data and what it changed',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/audit/events/{stream}/{revision}',
    permission: 'audit.read',
    kind: 'query',
    params: streamParams.extend({ revision: z.coerce.number().int().min(0) }),
    output: auditDetailView,
  },
  'audit.stateAt': {
    summary: 'The state of a stream at a past moment',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/audit/streams/{stream}',
    permission: 'audit.read',
    kind: 'query',
    params: streamParams,
    query: z.object({ at: z.iso.datetime({ offset: true }).optional() }),
    output: z.object({ stream: z.string(), at: z.string(), revision: z.number(), state: z.unknown() }),
  },
  'audit.verify': {
    summary: 'Check the hash chain of every stream of the workspace',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/audit/verification',
    permission: 'audit.read',
    kind: 'query',
    params: workspaceParams,
    output: verificationView,
  },
  'audit.anchors': {
    summary: 'The daily Merkle roots in which the heads of all streams are anchored',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/audit/anchors',
    permission: 'audit.read',
    params: workspaceParams,
    ...wholeList(anchorView),
  },
  'audit.export': {
    summary: 'The whole history as JSON Lines with hashes, sealed fields as stored',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/audit/export',
    permission: 'audit.read',
    kind: 'query',
    delivery: 'stream',
    mediaTypes: ['application/x-ndjson'],
    params: workspaceParams,
    output: z.string(),
  },
})
