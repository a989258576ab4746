import { z } from 'zod'
import { defineEvents, type EventOf, tenantText } from '../message.ts'

const of = { promptId: z.string() }

const content = {
  text: tenantText(),
  /** The names of the variables in the text. */
  variables: z.array(z.string()),
  /** Why it was saved. */
  note: tenantText().optional(),
}

/** Stream `prompt-<promptId>`; the tenant is the workspace. Versions count from 1. */
export const promptEvents = defineEvents({
  /** Its first version is published: no agent uses it yet. */
  PromptCreated: {
    version: 1,
    summary: 'Added a prompt to the library',
    data: z.object({ ...of, name: tenantText(), description: tenantText(), ...content }),
  },
  PromptDescribed: {
    version: 1,
    summary: 'Changed the name or the description of a prompt',
    data: z.object({ ...of, name: tenantText(), description: tenantText() }),
  },
  /** Agents go on with the published version. */
  PromptVersionSaved: {
    version: 1,
    summary: 'Saved a version of a prompt',
    data: z.object({ ...of, version: z.number(), ...content, restoredFrom: z.number().optional() }),
  },
  PromptPublished: {
    version: 1,
    summary: 'Published a version of a prompt',
    data: z.object({
      ...of,
      version: z.number(),
      /** The version that was published before. */
      former: z.number(),
      /** How many agents used it then. */
      agents: z.number(),
      /** Why it was published although tests of agents have to pass first and did not. */
      untested: tenantText().optional(),
    }),
  },
  PromptDeleted: {
    version: 1,
    summary: 'Deleted a prompt',
    data: z.object({ ...of, name: tenantText() }),
  },
})
export type PromptEvent = EventOf<typeof promptEvents>

/** Stream `promptnames-<workspaceId>`: which prompt has a name. A name is taken before the event that uses it. */
export const promptNameEvents = defineEvents({
  PromptNameTaken: {
    version: 1,
    summary: 'Took a name for a prompt',
    data: z.object({ ...of, name: tenantText(), takenAt: z.number() }),
  },
  PromptNameReleased: {
    version: 1,
    summary: 'Released the name of a prompt',
    data: z.object({ ...of, name: tenantText() }),
  },
})
export type PromptNameEvent = EventOf<typeof promptNameEvents>
