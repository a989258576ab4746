import { z } from 'zod'
import { agentDocumentSchema } from '../agent/document.ts'
import { agentParams, defineEndpoints, regionParams } from '../endpoint.ts'
import { longestPicture, pictureTooLarge } from '../file/pictures.ts'
import {
  isWebsite,
  longestCompanyDescription,
  longestCompanyName,
  longestWebsite,
  mostBrandColors,
} from './company.ts'

const website = z
  .string()
  .trim()
  .min(1, 'Company website is required')
  .max(longestWebsite)
  .refine(isWebsite, 'Please enter a valid website URL or domain')
  .meta({ examples: ['https://site.invalid'] })

const companySchema = z.object({
  name: z.string().trim().min(1, 'Company name is required').max(longestCompanyName),
  website,
  description: z
    .string()
    .trim()
    .min(1, 'Please tell us what your company does')
    .min(10, 'Please provide at least 10 characters')
    .max(longestCompanyDescription)
    .meta({ examples: ['We repair and sell sample bicycles.'] }),
})

const hexColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .meta({ examples: ['#aabbcc'] })

export const brandingInfoSchema = z.object({
  /** Six-digit hex, the likeliest primary colour first. */
  colors: z.array(z.string()).max(mostBrandColors),
  /** The icon as a `data:` address; absent if the site has none that could be read. */
  favicon: z.string().optional(),
  /** A logo that is wider than an icon, as a `data:` address. */
  logo: z.string().optional(),
  themeMode: z.enum(['light', 'dark']),
  /** As the site says or its text shows, such as `de`. */
  language: z.string().optional(),
})
export type BrandingInfo = z.infer<typeof brandingInfoSchema>

const brandingChoicesSchema = z.object({
  primaryColor: hexColor,
  themeMode: z.enum(['light', 'dark']),
  /** Whether the icon of the site becomes the agent's picture. */
  faviconApproved: z.boolean(),
  /** An uploaded picture as a `data:` address, in place of the icon. */
  customLogo: z
    .string()
    .max(longestPicture, pictureTooLarge)
    .regex(/^data:image\//)
    .meta({ examples: ['data:image/gif;base64,R0lGODlhAQABAAAAACw='] })
    .optional(),
})
export type BrandingChoices = z.infer<typeof brandingChoicesSchema>

const question = z.string().trim().min(1).max(300)

export const onboardingEndpoints = defineEndpoints({
  'onboarding.getBrandingInfo': {
    summary: 'Read the colours, the icon, the mode and the language of a website',
    method: 'POST',
    path: '/api/{region}/rpc/onboarding.getBrandingInfo',
    permission: 'agent.create',
    kind: 'command',
    limited: 'upload',
    params: regionParams,
    body: z.object({ company: companySchema }),
    output: z.object({ brandingInfo: brandingInfoSchema }),
    refusals: { 'website-not-read': 422 },
  },
  'onboarding.createPersonalizedAgent': {
    summary: 'Create an agent with the brand, the language, the facts and the pages of a website',
    method: 'POST',
    path: '/api/{region}/rpc/onboarding.createPersonalizedAgent',
    permission: 'agent.create',
    kind: 'command',
    limited: 'upload',
    params: regionParams,
    body: z.object({ company: companySchema, brandingChoices: brandingChoicesSchema }),
    output: z.object({
      agentId: z.string(),
      /** Where it can be tried: in the dashboard, with the test panel. */
      prototypeUrl: z.string(),
      agentData: agentDocumentSchema,
      /** Questions that its website answers, as visitors are offered them. */
      questions: z.array(z.string()),
    }),
    refusals: { 'agent-limit-reached': 403, 'too-large': 413, 'wrong-type': 415 },
    maxBodyBytes: 1_000_000,
  },
  'onboarding.askAgent': {
    summary:
      'Ask a new agent about its website, once its pages are read; costs credits where a model replies',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/onboarding/questions',
    permission: 'agent.test',
    kind: 'command',
    limited: 'upload',
    params: agentParams,
    body: z.object({ questions: z.array(question).min(1).max(4) }),
    output: z.object({
      /** Pages of the website that the agent knows by now. */
      pagesRead: z.number(),
      /** Whether more of them are still being read. */
      reading: z.boolean(),
      items: z.array(
        z.object({
          question: z.string(),
          /** Absent if there was no reply. */
          answer: z.string().optional(),
          /** Whether it follows from the agent's knowledge or facts. */
          answered: z.boolean(),
          sources: z.array(z.object({ name: z.string(), url: z.string().optional() })),
        }),
      ),
    }),
    refusals: { 'no-credits': 402 },
  },
})
