/** What the clients of an agency write to it (part 2 §2.4 and §7). */
import { z } from 'zod'
import { defineEndpoints, regionParams } from '../endpoint.ts'
import { longestFeedback, mostFeedbackFiles } from './feedback.ts'

export const feedbackEndpoints = defineEndpoints({
  'agency.sendFeedback': {
    summary: 'Mail feedback, with files, from a client of an agency to the agency',
    method: 'POST',
    path: '/api/{region}/agencies/{agencyId}/email',
    access: 'client',
    permission: 'client.profile.manage',
    kind: 'command',
    params: regionParams.extend({ agencyId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
    body: z.object({
      subject: z.string().trim().min(1).max(200),
      /** Its text is sent, with paragraphs and line breaks; nothing else of the HTML is. */
      html: z
        .string()
        .trim()
        .min(1)
        .max(6 * longestFeedback),
      attachments: z
        .array(
          z.object({
            filename: z
              .string()
              .min(1)
              .max(200)
              .meta({ examples: ['sample.txt'] }),
            base64Payload: z
              .string()
              .min(1, 'The file is empty.')
              .max(7_000_000)
              .meta({ examples: ['c2FtcGxl'] }),
          }),
        )
        .max(mostFeedbackFiles)
        .default([]),
      bucket: z.string().max(20).optional(),
    }),
    output: z.object({ success: z.literal(true) }),
    refusals: { 'not-sent': 502, 'attachments-refused': 422, 'wrong-type': 415, 'viewing-as': 403 },
    maxBodyBytes: 7_500_000,
  },
})
