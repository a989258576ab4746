import { z } from 'zod'
import { defineEvents, type EventOf, secretJson, tenantText } from '../../message.ts'
import { contentsOfAgent, leftOutOfAgent } from './file.ts'

const counts = { agents: z.number(), sources: z.number() }
/** Absent without conversations and leads. */
const history = { conversations: z.number().optional(), leads: z.number().optional() }
/** Where the file is kept: in parts `<id>-0` and on; absent for one that is kept whole under the id of what it belongs to. */
const file = z.object({ id: z.string(), parts: z.number() }).optional()
/** Milliseconds, until when the file is kept. */
const availableUntil = z.number()
/** Why there is no file: its refusal's code, or `unexpected` for any other failure. */
export const snapshotFailures = [
  'not-found',
  'snapshot-too-large',
  'too-many-clients',
  'storage-limit-reached',
  'unexpected',
] as const
export type SnapshotFailure = (typeof snapshotFailures)[number]

/** Stream `organisationsnapshots-<workspaceId>`: the snapshots of organisations that a workspace made and imported. */
export const organisationSnapshotEvents = defineEvents({
  OrganisationSnapshotStarted: {
    version: 1,
    summary: 'Began a snapshot of an organisation',
    data: z.object({
      snapshotId: z.string(),
      organisationId: z.string(),
      name: tenantText(),
      /** Whether its clients are part of it. */
      withClients: z.boolean(),
      /** Whether its conversations and leads are. */
      withHistory: z.boolean().optional(),
      /** Milliseconds. */
      startedAt: z.number(),
    }),
  },
  /** Of one that is being made; what an earlier try had collected counts no more. */
  OrganisationSnapshotProgressed: {
    version: 1,
    summary: 'Collected a part of an organisation',
    data: z.object({
      snapshotId: z.string(),
      bytes: z.number(),
      conversations: z.number(),
      leads: z.number(),
    }),
  },
  OrganisationSnapshotMade: {
    version: 1,
    summary: 'Made a snapshot of an organisation',
    data: z.object({
      snapshotId: z.string(),
      organisationId: z.string(),
      bytes: z.number(),
      ...counts,
      clients: z.number(),
      ...history,
      file,
      availableUntil,
      leftOut: secretJson(z.array(leftOutOfAgent), []),
    }),
  },
  OrganisationSnapshotFailed: {
    version: 1,
    summary: 'Could not make a snapshot of an organisation',
    data: z.object({
      snapshotId: z.string(),
      organisationId: z.string(),
      reason: z.enum(snapshotFailures),
    }),
  },
  OrganisationImportUploaded: {
    version: 1,
    summary: 'Uploaded the snapshot of an organisation',
    data: z.object({
      importId: z.string(),
      name: tenantText(),
      ...counts,
      clients: z.number(),
      ...history,
      file,
      uploadedAt: z.number(),
      availableUntil,
      /** When the snapshot was made (milliseconds), and its agents, for whoever looks at the import later. */
      madeAt: z.number().optional(),
      contents: secretJson(z.array(contentsOfAgent), []).optional(),
    }),
  },
  OrganisationImportStarted: {
    version: 1,
    summary: 'Began to import an organisation',
    /** `steps`: how many things it makes. */
    data: z.object({ importId: z.string(), steps: z.number() }),
  },
  /** `step` is the place in the file, such as `agents/0`. */
  OrganisationImportStepDone: {
    version: 1,
    summary: 'Imported a part of an organisation',
    data: z.object({
      importId: z.string(),
      step: z.string(),
      /** How many things it is, if not one. */
      count: z.number().optional(),
      /** What was made; absent if it was refused. */
      madeId: z.string().optional(),
      /** Why it was refused, or is not whole. */
      problem: tenantText().optional(),
    }),
  },
  OrganisationImportFinished: {
    version: 1,
    summary: 'Imported an organisation',
    /** Without an organisation if it could not be made. */
    data: z.object({ importId: z.string(), organisationId: z.string().optional() }),
  },
  OrganisationImportUndoStarted: {
    version: 1,
    summary: 'Began to remove what an import made',
    data: z.object({ importId: z.string() }),
  },
  OrganisationImportUndone: {
    version: 1,
    summary: 'Removed what an import made',
    data: z.object({
      importId: z.string(),
      /** It was not removed, since it has had clients since or for another reason. */
      organisationKept: z.boolean(),
      /** What could not be removed and why; absent if all was. */
      problems: z.array(tenantText()).optional(),
    }),
  },
})
export type OrganisationSnapshotEvent = EventOf<typeof organisationSnapshotEvents>
