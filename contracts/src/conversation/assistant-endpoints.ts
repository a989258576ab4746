/** The assistants of the dashboard: a model that helps to write an agent's CSS and its prompts. */
import { z } from 'zod'
import { agentParams, defineEndpoints } from '../endpoint.ts'

/** Of one message of the chat about CSS; characters. */
export const mostAssistantText = 8_000
export const mostAssistantMessages = 20
/** Of a system prompt, as in the agent's document. */
export const mostPrompt = 60_000

/** `no-model`: no key for the agent's model. `usage-limit`: the agent has used up its limit of the month. */
const refusals = { 'no-model': 409, 'no-credits': 402, 'usage-limit': 402 } as const

export const assistantEndpoints = defineEndpoints({
  'assistant.css': {
    summary:
      'Has the agent’s model write CSS for the chat (AI CSS Assistant). Its CSS holds only what the chat applies. Charged like a reply',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/ai-css-generator',
    alsoAt: { path: '/api/ai-css-generator', params: { region: 'bucket', agentId: 'agentID' } },
    permission: 'agent.test',
    kind: 'command',
    params: agentParams,
    maxBodyBytes: 500_000,
    body: z.object({
      /** The chat so far, oldest first; the last message is the user's. */
      messages: z
        .array(
          z.object({
            role: z.enum(['user', 'assistant']),
            content: z.string().trim().min(1).max(mostAssistantText),
          }),
        )
        .min(1)
        .max(mostAssistantMessages),
      currentCSS: z.string().max(50_000).optional(),
      /** Named by the specification; nothing in it is used or kept. */
      userData: z.unknown().optional(),
      agentID: z.string().max(64).optional(),
      bucket: z.string().max(20).optional(),
    }),
    output: z.object({
      success: z.boolean(),
      /** Markdown, with CSS in fenced blocks. */
      response: z.string().optional(),
      /** Why there is none. */
      error: z.string().optional(),
      /** Parts of its CSS that were taken out, because the chat would not apply them. */
      leftOut: z.number().optional(),
    }),
    refusals,
  },

  'assistant.improvePrompt': {
    summary:
      'Has the agent’s model write a better version of a prompt. Charged like a reply; nothing is saved',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/improve-prompt',
    permission: 'agent.test',
    kind: 'command',
    params: agentParams,
    maxBodyBytes: 500_000,
    body: z.object({
      prompt: z.string().trim().min(1).max(mostPrompt),
      /** What to pay attention to, in the user's words. */
      wish: z.string().trim().max(1_000).optional(),
    }),
    output: z.object({
      prompt: z.string(),
      /** The variables, as {{name}}, that it lacks in comparison. */
      lostVariables: z.array(z.string()),
    }),
    refusals: { ...refusals, 'model-failed': 502 },
  },
})
