import { z } from 'zod'
import { defineEvents, type EventOf, earlierVersion, tenantText } from '../message.ts'
import { rolloutModes } from './blueprint-events.ts'
import { formerDocumentSchema, withoutFieldsNotOffered } from './not-offered.ts'
import { keptDocumentSchema } from './pictures.ts'

const created = { agentId: z.string(), template: z.string().optional(), keyHash: z.string() }
const published = {
  agentId: z.string(),
  /** Unix seconds. */
  lastModified: z.number(),
  /** Set when SECRET_API_KEY changed: the hash of the new key, and that of the former one, which stops working. */
  keyHash: z.string().optional(),
  formerKeyHash: z.string().optional(),
}
const restored = {
  agentId: z.string(),
  version: z.number(),
  restoredFrom: z.number(),
  /** Names of the fields that differ from the previous document. */
  changed: z.array(z.string()),
  lastModified: z.number(),
}

/**
 * Stream `agent-<agentId>`. `changes` contains the complete new values of changed fields. `keyHash` is the SHA-256 of
 * SECRET_API_KEY, by which the agent is found for a bearer token; the key itself stays sealed.
 *
 * Versions count from 1, which is the agent as it was created.
 */
export const agentEvents = defineEvents({
  AgentCreated: {
    version: 2,
    summary: 'Created an agent',
    analytics: 'new_agent_created',
    data: z.object({ ...created, document: keptDocumentSchema }),
    earlier: {
      1: earlierVersion(z.object({ ...created, document: formerDocumentSchema }), (data) => ({
        ...data,
        document: withoutFieldsNotOffered(data.document).document,
      })),
    },
  },
  AgentPublished: {
    version: 2,
    summary: 'Published changes to an agent',
    data: z.object({
      ...published,
      changes: keptDocumentSchema,
      /** The canary version that was promoted with it. */
      canary: z.number().optional(),
      /** Why it was published although its tests had to pass and did not. */
      untested: tenantText().optional(),
    }),
    earlier: {
      1: earlierVersion(z.object({ ...published, changes: formerDocumentSchema }), (data) => ({
        ...data,
        changes: withoutFieldsNotOffered(data.changes).document,
      })),
    },
  },
  AgentRenamed: {
    version: 1,
    summary: 'Renamed an agent',
    data: z.object({ agentId: z.string(), title: z.string(), lastModified: z.number() }),
  },
  /** A version, listed in Version History. `revision` is the stream's revision that it shows. */
  AgentBackupSaved: {
    version: 1,
    summary: 'Kept a version of an agent',
    data: z.object({ agentId: z.string(), version: z.number(), revision: z.number() }),
  },
  /** An older version became the present document again, as the new version `version`. */
  AgentVersionRestored: {
    version: 2,
    summary: 'Restored an earlier version of an agent',
    data: z.object({ ...restored, document: keptDocumentSchema }),
    earlier: {
      1: earlierVersion(z.object({ ...restored, document: formerDocumentSchema }), (data) => ({
        ...data,
        document: withoutFieldsNotOffered(data.document).document,
      })),
    },
  },
  /**
   * The draft became the version `version`, which answers `share` percent of new conversations; the others are answered by
   * `controlVersion`, the published document, which became a version too if it was none.
   */
  CanaryStarted: {
    version: 1,
    summary: 'Started a canary version of an agent',
    data: z.object({
      agentId: z.string(),
      version: z.number(),
      controlVersion: z.number(),
      share: z.number(),
      /** ISO 8601. */
      at: z.string(),
      /** Names of the fields that differ from the published document. */
      changed: z.array(z.string()),
      document: keptDocumentSchema,
      /** Why it was started although its tests had to pass and did not. */
      untested: tenantText().optional(),
    }),
  },
  CanaryShareChanged: {
    version: 1,
    summary: 'Changed the share of a canary version',
    data: z.object({ agentId: z.string(), version: z.number(), share: z.number() }),
  },
  /** `AgentPublished` beside it has the changes. */
  CanaryPromoted: {
    version: 1,
    summary: 'Promoted a canary version',
    data: z.object({ agentId: z.string(), version: z.number() }),
  },
  CanaryWithdrawn: {
    version: 1,
    summary: 'Withdrew a canary version',
    data: z.object({
      agentId: z.string(),
      version: z.number(),
      /** By a person, or since its rate was clearly worse than that of the published version, or for a restored one. */
      reason: z.enum(['by-person', 'failure-rate', 'handoff-rate', 'version-restored']),
      /** The rates from 0 to 1 that decided, and of how many conversations each is. */
      rates: z
        .object({
          canary: z.object({ rate: z.number(), of: z.number() }),
          control: z.object({ rate: z.number(), of: z.number() }),
        })
        .optional(),
    }),
  },
  /** A version of a blueprint was merged into the agent. If it is published, `AgentPublished` beside it has the changes. */
  BlueprintTaken: {
    version: 1,
    summary: 'Merged a blueprint into an agent',
    data: z.object({
      agentId: z.string(),
      blueprintId: z.string(),
      blueprintVersion: z.number(),
      rolloutId: z.string(),
      as: z.enum(rolloutModes),
      changed: z.array(z.string()),
      /** Of those that changed: the values before, without those that there were none of. */
      before: keptDocumentSchema,
      /** Of a draft: the new values. */
      changes: keptDocumentSchema.optional(),
      /** Of a published one: the version that the agent had before. */
      versionBefore: z.number().optional(),
      /** The code of the refusal, of a draft that was to be published. */
      refusal: z.string().optional(),
    }),
  },
  /** A rollout was undone. Of a published one, `AgentVersionRestored` beside it has the document. */
  BlueprintTakenBack: {
    version: 1,
    summary: 'Took the merge of a blueprint back from an agent',
    data: z.object({
      agentId: z.string(),
      blueprintId: z.string(),
      rolloutId: z.string(),
      changed: z.array(z.string()),
      /** What was changed since, and stays. */
      kept: z.array(z.string()),
    }),
  },
  /** A person took the draft of a rollout into their own, or does not want it. */
  BlueprintDraftSettled: {
    version: 1,
    summary: 'Put away the draft that a blueprint left',
    data: z.object({ agentId: z.string(), blueprintId: z.string(), rolloutId: z.string() }),
  },
  AgentDeleted: {
    version: 1,
    summary: 'Deleted an agent',
    data: z.object({ agentId: z.string(), title: z.string(), formerKeyHash: z.string() }),
  },
})
export type AgentEvent = EventOf<typeof agentEvents>
