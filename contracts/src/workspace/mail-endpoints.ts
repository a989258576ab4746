/** The e-mail of a workspace (part 2 §7): what its own servers have mailed under its name. */
import { z } from 'zod'
import { isEmailShaped } from '../agency/domain-names.ts'
import { defineEndpoints, workspaceParams } from '../endpoint.ts'

/** Mails of a workspace in a day; low, since they go to any address. */
export const MOST_WORKSPACE_MAILS = 100

export const workspaceMailEndpoints = defineEndpoints({
  'workspaces.sendEmail': {
    summary: 'Send an e-mail from the workspace, under the brand of its agency; at most 100 in a day',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/email',
    permission: 'workspace.mail',
    kind: 'command',
    limited: 'mail',
    params: workspaceParams,
    maxBodyBytes: 700_000,
    body: z.object({
      subject: z.string().trim().min(1, 'Please enter a subject.').max(200),
      /** Its text is sent, with paragraphs, line breaks and the addresses of links; nothing else of the HTML is. */
      html: z.string().trim().min(1, 'Please enter a message.').max(50_000),
      to: z
        .string()
        .trim()
        .max(254)
        .refine(isEmailShaped, 'Please enter a valid recipient email.')
        .meta({ examples: ['ada@example.com'] }),
    }),
    output: z.object({ success: z.literal(true) }),
    /** `not-sent`: also where an earlier mail of the workspace to this address came back. */
    refusals: { 'not-sent': 502, 'too-many-requests': 429 },
  },
})
