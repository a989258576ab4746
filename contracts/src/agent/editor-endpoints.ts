/** Who of the team has an agent open to edit it. */
import { z } from 'zod'
import { agentParams, defineEndpoints } from '../endpoint.ts'

/** Another member of the team who has a page of the agent open. */
const agentEditor = z.object({
  userId: z.string(),
  displayName: z.string(),
  /** The last part of the page's address, such as `settings`. */
  page: z.string(),
  /** Whether they have unpublished changes. */
  editing: z.boolean(),
})
export type AgentEditor = z.infer<typeof agentEditor>

/** Sent whenever somebody comes, leaves, goes to another page, or begins or ends editing. */
export const editorsEvent = z.object({ type: z.literal('editors'), people: z.array(agentEditor) })
export type EditorsEvent = z.infer<typeof editorsEvent>

export const editorEndpoints = defineEndpoints({
  'agents.watchEditors': {
    summary:
      'Who else has the agent open, and who has unpublished changes. As long as the stream is open, others see the caller in the same way',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/editors',
    permission: 'agent.read',
    kind: 'query',
    delivery: 'stream',
    params: agentParams,
    query: z.object({
      page: z.string().regex(/^[a-z]{1,20}$/),
      editing: z.enum(['true', 'false']).default('false'),
    }),
    output: editorsEvent,
  },
})
