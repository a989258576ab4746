/** The log of a workspace: what its own servers note there, beside what webhooks tell them. */
import { z } from 'zod'
import { defineEndpoints, pageQuery, workspaceParams } from '../endpoint.ts'
import { LOG_CONTENT_CHARACTERS, LOG_METADATA_CHARACTERS } from './log-names.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const word = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/,
    'Up to 64 letters, digits, dots, colons, hyphens and underscores.',
  )
const moment = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Please give a date such as 2026-01-31.')

export const logEntryView = z.object({
  entryId: z.string(),
  /** ISO 8601. */
  at: z.string(),
  type: z.string(),
  agentId: z.string().optional(),
  channel: z.string().optional(),
  content: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  /** Whether the members were told of it. */
  withEmail: z.boolean(),
})
export type LogEntryView = z.infer<typeof logEntryView>

export const logFilters = z.object({
  type: word.optional(),
  agentId: id.optional(),
  channel: word.optional(),
  /** Added on or after it; a day (UTC) or a moment. */
  from: moment.optional(),
  /** Added before it; a day is included. */
  to: moment.optional(),
  /** Words that must all occur in type, channel, content or metadata. */
  q: z.string().max(200).optional(),
})
export type LogFilters = z.infer<typeof logFilters>

export const logEndpoints = defineEndpoints({
  'log.add': {
    summary: 'Add an entry to the log of the workspace',
    method: 'POST',
    path: '/api/{region}/workspace/{workspaceId}/logs',
    permission: 'log.write',
    kind: 'command',
    params: workspaceParams,
    body: z.object({
      /** What it is, such as `order.shipped`. */
      type: word,
      content: z.string().trim().min(1, 'Please give the content.').max(LOG_CONTENT_CHARACTERS),
      /** The agent that it is about. */
      agentId: id.optional(),
      /** Where it happened, such as `whatsapp` or a system of your own. */
      channel: word.optional(),
      metadata: z
        .record(z.string().max(64), z.unknown())
        .refine(
          (metadata) => JSON.stringify(metadata).length <= LOG_METADATA_CHARACTERS,
          `The metadata can have up to ${LOG_METADATA_CHARACTERS.toLocaleString('en')} characters as JSON.`,
        )
        .optional(),
      /** Tells the members, each by e-mail, push or the bell as they chose. */
      withEmail: z.boolean().default(false),
    }),
    output: z.object({
      entryId: z.string(),
      /** False also where the members were told of too many entries within an hour. */
      mailed: z.boolean(),
    }),
  },
  'log.list': {
    summary: 'The entries of the log, newest first; a search opens sealed texts under a budget of time',
    method: 'GET',
    path: '/api/{region}/workspace/{workspaceId}/logs',
    permission: 'log.read',
    kind: 'query',
    params: workspaceParams,
    query: pageQuery.extend(logFilters.shape),
    output: z.object({
      items: z.array(logEntryView),
      next: z.string().optional(),
      /** How many entries were looked at, and back to when (ISO 8601). */
      searched: z.object({ entries: z.number(), backTo: z.string().optional() }),
    }),
  },
  'log.get': {
    summary: 'One entry of the log',
    method: 'GET',
    path: '/api/{region}/workspace/{workspaceId}/logs/{entryId}',
    permission: 'log.read',
    kind: 'query',
    params: workspaceParams.extend({ entryId: id }),
    output: logEntryView,
  },
})
