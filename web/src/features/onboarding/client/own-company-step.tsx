import { problemsOfOwnCompany } from '@parley/contracts/client/onboarding.ts'
import type { Company } from '@parley/contracts/onboarding/company.ts'
import { type ReactNode, useState } from 'react'
import { CompanyStep } from '../company-step.tsx'
import type { Onboarding } from './client-onboarding-page.tsx'

type Required = Pick<Onboarding, 'requireCompanyName' | 'requireCompanyWebsite' | 'requireCompanyDescription'>

/** The company of the client, with what its agency requires of it. */
export function OwnCompanyStep(props: {
  company: Company
  onboarding: Required
  saving: boolean
  before: ReactNode
  onDone: (company: Company) => void
}) {
  const { onboarding } = props
  const [company, setCompany] = useState(props.company)
  return (
    <CompanyStep
      company={company}
      onChange={setCompany}
      onDone={props.onDone}
      required={{
        name: onboarding.requireCompanyName,
        website: onboarding.requireCompanyWebsite,
        description: onboarding.requireCompanyDescription,
      }}
      problemsOf={(given) => problemsOfOwnCompany(given, onboarding)}
      saving={props.saving}
      before={props.before}
    />
  )
}
