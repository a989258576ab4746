/** What clients who signed up by themselves are asked (part 2 §2.1, §3). Plain data and functions, for browsers. */
import { companyRequirements } from '../agency/client-onboarding.ts'
import { type Company, problemsOfCompany } from '../onboarding/company.ts'

export const clientGoals = [
  { id: 'answers', label: 'Answer customers at any hour' },
  { id: 'leads', label: 'Win more leads' },
  { id: 'appointments', label: 'Arrange appointments' },
  { id: 'support', label: 'Take work off the support team' },
  { id: 'languages', label: 'Speak the languages of our customers' },
] as const

export const clientGoalIds = clientGoals.map(({ id }) => id)
export type ClientGoal = (typeof clientGoalIds)[number]

type Required = Record<(typeof companyRequirements)[number], boolean>

const fieldOf = {
  requireCompanyName: 'name',
  requireCompanyWebsite: 'website',
  requireCompanyDescription: 'description',
} as const

/** What is wrong with each field of a company; what is not required may be empty. */
export function problemsOfOwnCompany(company: Company, required: Required): Partial<Company> {
  const problems = problemsOfCompany(company)
  for (const name of companyRequirements)
    if (!required[name] && company[fieldOf[name]].trim() === '') delete problems[fieldOf[name]]
  return problems
}
