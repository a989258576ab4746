/** What the Knowledge screen calls things, in English: translated where it is shown. */
import { KNOWLEDGE_REACHED } from '@parley/contracts/billing/plan-limits.ts'
import type { WayToAdd } from './search.ts'

export const kindWords = {
  text: 'Text',
  qa: 'Questions & answers',
  document: 'Document',
  url: 'Web page',
  sitemap: 'Sitemap',
  site: 'Website',
} as const

/** Labels of the kinds of sources, as in the add drawer. */
export const wayWords = { website: 'Website', text: 'Text', qa: 'Q&A', document: 'Document' } as const

export const wayExplanations: Record<WayToAdd, string> = {
  website: 'The agent reads your pages, keeps them up to date and cites the page it answers from.',
  text: 'Paste or type what the agent should know.',
  qa: 'For frequent questions: the agent gives exactly your answer.',
  document: 'Manuals, price lists, policies. Each file becomes a source.',
}

export const websiteKinds = [
  {
    value: 'site',
    label: 'Whole site',
    explanation: 'Starts at the address and follows links within the same site.',
  },
  {
    value: 'sitemap',
    label: 'Sitemap',
    explanation: 'Reads the pages listed in a sitemap. Enter the site’s address to find its sitemap.',
  },
  { value: 'url', label: 'One page', explanation: 'Reads this page only.' },
] as const

export const rateWords = {
  '6h': 'refreshed every 6 hours',
  '12h': 'refreshed every 12 hours',
  '24h': 'refreshed daily',
  '7d': 'refreshed weekly',
  never: 'not refreshed automatically',
} as const

export const rateOptions = [
  { value: 'never', label: 'Never' },
  { value: '6h', label: 'Every 6 hours' },
  { value: '12h', label: 'Every 12 hours' },
  { value: '24h', label: 'Every day' },
  { value: '7d', label: 'Every week' },
] as const

export const statusWords = {
  INITIALIZED: 'Waiting',
  PENDING: 'Reading',
  SUCCESS: 'Ready',
  ERROR: 'Failed',
} as const

export const pageStatusWords = {
  SUCCESS: 'Read',
  PENDING: 'Waiting',
  ERROR: 'Failed',
  SKIPPED: 'Skipped',
} as const

/** Why the server could not read something, with a place for the number that it says. */
export const numberedReasons = [
  'The page does not exist ({number}).',
  'The site refuses to show the page ({number}).',
  'The site asks not to be read so often ({number}).',
  'The site answers with an error ({number}).',
  'No complete answer within {number} seconds.',
  'The file holds more than {number} characters of text. Please split it.',
  KNOWLEDGE_REACHED,
] as const

/** How the knowledge is searched. */
export const searchMethods = [
  { value: 'smart', label: 'Smart: considers the conversation so far' },
  { value: 'simple', label: 'Simple: uses the question as asked' },
] as const
