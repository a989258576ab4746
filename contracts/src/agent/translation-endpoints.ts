/** The languages to which an agent can be translated (specification, part 1 §7: "GET a translation language list"). */
import { z } from 'zod'
import { defineEndpoints, regionParams } from '../endpoint.ts'

export const translationEndpoints = defineEndpoints({
  'public.translationLanguages': {
    summary: 'The languages that an agent can be translated to, each with its own name',
    method: 'GET',
    path: '/api/{region}/v2/public/translation/languages',
    access: 'anyone',
    permission: 'agent.read-public',
    kind: 'query',
    params: regionParams,
    output: z.object({
      success: z.literal(true),
      /** `language`: a tag such as `pt`; `name` in English. */
      languages: z.array(z.object({ language: z.string(), name: z.string() })),
    }),
  },
})
