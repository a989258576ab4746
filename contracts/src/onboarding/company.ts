/** What the company form asks for, with its rules and messages (specification part 2 §5). Plain data and functions. */

export type Company = { name: string; website: string; description: string }

export const longestCompanyName = 100
export const longestWebsite = 2_000
export const longestCompanyDescription = 2_000
const SHORTEST_DESCRIPTION = 10

/** What is wrong with each field; nothing where all are right. */
export function problemsOfCompany({ name, website, description }: Company): Partial<Company> {
  return {
    ...(name.trim() === '' ? { name: 'Company name is required' } : {}),
    ...websiteProblem(website.trim()),
    ...descriptionProblem(description.trim()),
  }
}

function websiteProblem(website: string): Partial<Company> {
  if (website === '') return { website: 'Company website is required' }
  return isWebsite(website) ? {} : { website: 'Please enter a valid website URL or domain' }
}

function descriptionProblem(description: string): Partial<Company> {
  if (description === '') return { description: 'Please tell us what your company does' }
  return description.length < SHORTEST_DESCRIPTION
    ? { description: 'Please provide at least 10 characters' }
    : {}
}

export const isWebsite = (website: string) => /^https?:\/\//i.test(website) || website.includes('.')

/** Primary colour of a brand that says nothing else (part 2 §3). */
export const defaultBrandColor = '#0070f3'
/** At most so many colours are shown (part 2 §9). */
export const mostBrandColors = 11

export const brandingFailed = 'Unable to analyze website branding'
