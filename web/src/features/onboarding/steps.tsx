import { VisuallyHidden } from '@mantine/core'
import { BrandStep } from './brand-step.tsx'
import { CompanyStep } from './company-step.tsx'
import { CreatingStep } from './creating-step.tsx'
import styles from './onboarding.module.css'
import type { useProgress } from './use-progress.ts'

/** The steps before the agent is ready. */
export function Steps({
  onboarding,
  ownBack = false,
}: {
  onboarding: ReturnType<typeof useProgress>
  /** What surrounds the steps has a button that goes back. */
  ownBack?: boolean
}) {
  const { progress, change, region } = onboarding
  switch (progress.step) {
    case 'company':
      return (
        <CompanyStep
          company={progress.company}
          onChange={(company) => change({ company })}
          onDone={(company) =>
            change({
              company,
              step: 'brand',
              // Another website has another brand, and another agent.
              ...(progress.made ? { made: undefined, choices: undefined } : {}),
            })
          }
        />
      )
    case 'brand':
      return (
        <BrandStep
          region={region}
          company={progress.company}
          choices={progress.choices}
          ownBack={ownBack}
          onBack={() => change({ step: 'company' })}
          onDone={(choices) => void onboarding.confirmBrand(choices)}
        />
      )
    case 'creating':
      return (
        <CreatingStep
          region={region}
          progress={progress}
          onMade={onboarding.made}
          onBack={() => change({ step: 'brand' })}
        />
      )
    case 'ready':
      return null
  }
}

const dots = ['company', 'brand', 'ready'] as const
const names = { company: 'Company', brand: 'Brand', ready: 'Done' }

export function ProgressDots({ step }: { step: 'company' | 'brand' | 'creating' | 'ready' }) {
  const current = step === 'creating' ? 'brand' : step
  return (
    <ol className={styles.dots} aria-label="Steps">
      {dots.map((dot) => (
        <li key={dot} className={styles.dot} aria-current={dot === current ? 'step' : undefined}>
          <VisuallyHidden>{names[dot]}</VisuallyHidden>
        </li>
      ))}
    </ol>
  )
}
