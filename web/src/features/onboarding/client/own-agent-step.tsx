import { Button, Group, Stack, Text } from '@mantine/core'
import type { Company } from '@parley/contracts/onboarding/company.ts'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { t } from '../../../design/language.ts'
import { client } from '../../../server/client.ts'
import { Creating } from '../creating-step.tsx'
import type { Onboarding } from './client-onboarding-page.tsx'
import { OwnCompanyStep } from './own-company-step.tsx'

/** Creates the client's own agent; asks for the company first where that is not known yet. */
export function OwnAgentStep(props: {
  clientId: string
  company: Company
  onboarding: Onboarding
  before: ReactNode
  onMade: () => void
  /** Goes on without an agent, where none could be created. */
  onSkip: () => void
}) {
  const { company: known, onboarding } = props
  const [company, setCompany] = useState<Company>()
  const latest = useRef(props.onMade)
  latest.current = props.onMade
  /** Stays the same, so that it is called once. */
  const onMade = useCallback(() => latest.current(), [])

  if (company)
    return (
      <Creating
        of={[props.clientId, JSON.stringify(company)]}
        create={() => client.call('clientAuth.createAgent', { body: { company } })}
        onMade={onMade}
        instead={
          <Button variant="default" onClick={props.onSkip}>
            {t('Continue without an agent')}
          </Button>
        }
      />
    )
  if (known.name === '')
    return (
      <OwnCompanyStep
        company={known}
        onboarding={{ ...onboarding, requireCompanyName: true }}
        saving={false}
        before={props.before}
        onDone={setCompany}
      />
    )
  return (
    <Stack gap="md">
      <Text style={{ overflowWrap: 'anywhere' }}>
        <b>
          <bdi>{known.name}</bdi>
        </b>
        {known.website && <> · {known.website}</>}
      </Text>
      <Group justify={props.before ? 'space-between' : 'flex-end'}>
        {props.before}
        <Button onClick={() => setCompany(known)}>{t('Create my agent')}</Button>
      </Group>
    </Stack>
  )
}
