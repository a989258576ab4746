/** Snapshots of organisations, with which they move to another workspace, region or installation. */
import { z } from 'zod'
import { organisationId } from '../../client/settings.ts'
import { defineEndpoints, workspaceParams } from '../../endpoint.ts'
import { snapshotFailures } from './events.ts'
import { contentsOfAgent, leftOutOfAgent } from './file.ts'
import { maxSnapshotMB, mostSnapshotParts, partBytes, wholeUploadMB } from './limits.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const snapshotParams = workspaceParams.extend({ snapshotId: id })
const importParams = workspaceParams.extend({ importId: id })
const uploadParams = workspaceParams.extend({ uploadId: z.string().regex(/^[A-Za-z0-9]{16,40}$/) })
const summary = {
  agents: z.number(),
  sources: z.number(),
  clients: z.number(),
  conversations: z.number(),
  leads: z.number(),
}

export const snapshotView = z.object({
  snapshotId: z.string(),
  organisationId: z.string(),
  /** The name of the organisation when it was made. */
  name: z.string(),
  withClients: z.boolean(),
  withHistory: z.boolean(),
  /** ISO 8601. */
  startedAt: z.string(),
  state: z.enum(['making', 'made', 'failed', 'expired']),
  /** Of one that is being made: what was collected so far. */
  progress: z.object({ bytes: z.number(), conversations: z.number(), leads: z.number() }).optional(),
  /** Of one that was made. */
  made: z
    .object({
      bytes: z.number(),
      ...summary,
      /** ISO 8601. */
      availableUntil: z.string(),
      /** What each agent needs again at its new place. */
      leftOut: z.array(leftOutOfAgent),
    })
    .optional(),
  /** Of one that failed. */
  failure: z.enum(snapshotFailures).optional(),
})
export type SnapshotView = z.infer<typeof snapshotView>

export const importView = z.object({
  importId: z.string(),
  name: z.string(),
  ...summary,
  /** ISO 8601. */
  uploadedAt: z.string(),
  /** `partly-removed`: what could not be removed is among the problems, and can be tried again. */
  state: z.enum([
    'uploaded',
    'importing',
    'imported',
    'failed',
    'expired',
    'removing',
    'removed',
    'partly-removed',
  ]),
  /** How many of its things were made or refused. */
  done: z.number(),
  steps: z.number(),
  /** The organisation that was made. */
  organisationId: z.string().optional(),
  /** What was refused or is not whole or, once it was removed, what could not be; in words. */
  problems: z.array(z.string()),
})
export type ImportView = z.infer<typeof importView>

export const importPreview = z.object({
  import: importView,
  /** ISO 8601. */
  madeAt: z.string(),
  agents: z.array(contentsOfAgent),
  /** `taken`: its address is one of another client's, so that it is left out. */
  clients: z.array(z.object({ name: z.string(), email: z.string(), taken: z.boolean() })),
  /** Whether there is an organisation of this name already; both stay. */
  nameTaken: z.boolean(),
  /** Why it can't be imported now, in words. */
  obstacles: z.array(z.string()),
})
export type ImportPreview = z.infer<typeof importPreview>

/** Those who administer the agency alone. */
const common = { permission: 'agency.manage' } as const
const importPath = '/api/{region}/v2/workspaces/{workspaceId}/organisation-imports'
const snapshotPath = '/api/{region}/v2/workspaces/{workspaceId}/organisation-snapshots'

export const organisationSnapshotEndpoints = defineEndpoints({
  'organisationSnapshots.list': {
    ...common,
    summary: 'The newest snapshots of organisations that were made and imported, newest first',
    method: 'GET',
    path: snapshotPath,
    kind: 'query',
    params: workspaceParams,
    output: z.object({ snapshots: z.array(snapshotView), imports: z.array(importView) }),
  },
  'organisationSnapshots.make': {
    ...common,
    summary:
      'Make a snapshot of an organisation: its agents and their knowledge, and if wanted its clients, and its conversations and leads',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/organisations/{organisationId}/snapshots',
    kind: 'command',
    params: workspaceParams.extend({ organisationId }),
    body: z.object({ withClients: z.boolean(), withHistory: z.boolean().default(false) }),
    output: z.object({ snapshotId: z.string() }),
  },
  'organisationSnapshots.download': {
    ...common,
    summary: 'The file of a snapshot, until it expires',
    method: 'GET',
    path: `${snapshotPath}/{snapshotId}/file`,
    kind: 'query',
    delivery: 'stream',
    mediaTypes: ['application/gzip'],
    params: snapshotParams,
    output: z.string(),
    refusals: { 'snapshot-expired': 410 },
  },
  'organisationImports.uploadPart': {
    ...common,
    summary: `Upload a part of the file of a snapshot: ${partBytes} bytes of it, the last part the rest`,
    method: 'POST',
    path: `${importPath}/uploads/{uploadId}/parts/{part}`,
    kind: 'command',
    /** `uploadId`: chosen by the caller. The same part twice is one. */
    params: uploadParams.extend({
      part: z.coerce
        .number()
        .int()
        .min(0)
        .max(mostSnapshotParts - 1),
    }),
    body: z.object({ base64Payload: z.string().min(1, 'The file is empty.') }),
    output: z.object({ success: z.literal(true) }),
    refusals: { 'too-large': 413 },
    maxBodyBytes: Math.ceil((partBytes * 4) / 3) + 10_000,
    largerBodies: `A part has at most ${partBytes} bytes.`,
  },
  'organisationImports.upload': {
    ...common,
    summary: 'Upload the whole file of a snapshot; nothing is imported yet',
    method: 'POST',
    path: importPath,
    kind: 'command',
    params: workspaceParams,
    body: z.object({ base64Payload: z.string().min(1, 'The file is empty.') }),
    output: z.object({ importId: z.string() }),
    refusals: { 'not-a-snapshot': 400 },
    maxBodyBytes: Math.ceil((wholeUploadMB * 1_000_000 * 4) / 3) + 10_000,
    largerBodies: `Upload a file of more than ${wholeUploadMB} MB in parts; a snapshot has at most ${maxSnapshotMB} MB.`,
  },
  'organisationImports.complete': {
    ...common,
    summary: 'Make an import of a file of which all parts were uploaded; nothing is imported yet',
    method: 'POST',
    path: `${importPath}/uploads/{uploadId}`,
    kind: 'command',
    params: uploadParams,
    body: z.object({ parts: z.number().int().min(1).max(mostSnapshotParts) }),
    output: z.object({ importId: z.string() }),
    refusals: { 'not-a-snapshot': 400 },
  },
  'organisationImports.preview': {
    ...common,
    summary: 'What an import would make, and what stands in its way',
    method: 'GET',
    path: `${importPath}/{importId}`,
    kind: 'query',
    params: importParams,
    output: importPreview,
    refusals: { 'snapshot-expired': 410, 'snapshot-unreadable': 503 },
  },
  'organisationImports.start': {
    ...common,
    summary: 'Import an uploaded snapshot as a new organisation',
    method: 'POST',
    path: `${importPath}/{importId}`,
    kind: 'command',
    params: importParams,
    output: z.object({ success: z.literal(true) }),
    refusals: { 'snapshot-expired': 410, 'snapshot-unreadable': 503, 'import-not-possible': 409 },
  },
  'organisationImports.undo': {
    ...common,
    summary: 'Remove what an import made, unless it is in use',
    method: 'DELETE',
    path: `${importPath}/{importId}`,
    kind: 'command',
    params: importParams,
    output: z.object({ success: z.literal(true) }),
    refusals: { 'import-in-use': 409, 'organisation-has-credits': 409 },
  },
})
