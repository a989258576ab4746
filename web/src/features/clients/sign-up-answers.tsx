import { Alert, Text } from '@mantine/core'
import type { ClientOnboardingState } from '@parley/contracts/client/endpoints.ts'
import { clientGoals } from '@parley/contracts/client/onboarding.ts'
import { IconUserPlus } from '@tabler/icons-react'

/** What a client that signed up by itself answered in its onboarding. */
export function SignUpAnswers({ of }: { of: ClientOnboardingState }) {
  const goals = clientGoals.filter(({ id }) => of.goals.includes(id)).map(({ label }) => label)
  const answers = [
    ['Company', of.companyName],
    ['Website', of.companyWebsite],
    ['Description', of.companyDescription],
    ['Goals', goals.join(', ')],
  ].filter(([, answer]) => answer !== '')
  return (
    <Alert
      mb="md"
      color="gray"
      icon={<IconUserPlus size={18} />}
      title={
        of.isCompleted
          ? 'Signed up and completed the onboarding'
          : 'Signed up, and has not completed the onboarding yet'
      }
    >
      {answers.map(([name, answer]) => (
        <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}: <bdi>{answer}</bdi>
        </Text>
      ))}
    </Alert>
  )
}
