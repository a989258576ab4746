import { Button } from '@mantine/core'
import { openIdReturnPath } from '@parley/contracts/client/openid-address.ts'
import type { AgencyBrand } from '@parley/contracts/client/sign-in-endpoints.ts'
import { useEffect, useState } from 'react'
import { t } from '../../design/language.ts'
import { spokenLanguage } from '../../languages/languages.ts'
import { client } from '../client.ts'
import { leaveForProvider, takeAnswer } from '../openid-answer.ts'

/** The organisation whose people sign in with its own OpenID provider. */
export type OfferedOrganisation = { name: string; onlyOpenId: boolean }

/** While an address is typed, its domain is asked for once the typing has stopped for this time, in ms. */
const askAfterMs = 300

/** The organisation to which the domain of an address belongs. The address itself is told to nobody. */
export function useOrganisationOf(email: string, { agencyId }: AgencyBrand): OfferedOrganisation | undefined {
  const domain = /@([^\s@]+\.[^\s@.]{2,})\s*$/.exec(email)?.[1]?.toLowerCase() ?? ''
  const [found, setFound] = useState<{ domain: string; organisation?: OfferedOrganisation | undefined }>()
  useEffect(() => {
    if (domain === '') return
    const asking = new AbortController()
    const timer = setTimeout(async () => {
      const query = { agency: agencyId, domain }
      const { signal } = asking
      // Without an answer, there is the password and the code.
      const answer = await client
        .call('clientAuth.openIdOfDomain', { query }, { signal })
        .catch(() => undefined)
      if (!signal.aborted && answer) setFound({ domain, organisation: answer.organisation })
    }, askAfterMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [agencyId, domain])
  return found?.domain === domain ? found.organisation : undefined
}

/** Leaves for the provider, or for the agency's own sign-in page, where that has to begin. */
export async function leaveFor(email: string, { agencyId }: AgencyBrand): Promise<void> {
  const started = await client.call('clientAuth.startOpenId', { body: { agencyId, email } })
  if ('page' in started) window.location.assign(started.page)
  else leaveForProvider(started, {})
}

export function OrganisationButton(props: {
  organisation: OfferedOrganisation
  loading: boolean
  disabled: boolean
  onPress: () => void
}) {
  const { name, onlyOpenId } = props.organisation
  return (
    <Button
      type={onlyOpenId ? 'submit' : 'button'}
      variant={onlyOpenId ? 'filled' : 'default'}
      loading={props.loading}
      disabled={props.disabled}
      onClick={onlyOpenId ? undefined : props.onPress}
    >
      {t('Sign in with {name}', { name })}
    </Button>
  )
}

/** What signs in with the answer with which a provider sent the person here; undefined on other visits. */
export const takenAnswer = take()

function take(): (() => Promise<void>) | undefined {
  if (window.location.pathname !== openIdReturnPath) return undefined
  const taken = takeAnswer('/client/login')
  return async () => {
    if (!taken)
      throw new Error(t('This sign-in took too long or was started in another tab. Please try again.'))
    const { ticket, answer } = taken
    const body = { ticket, answer, preferredLanguage: spokenLanguage() }
    await client.call('clientAuth.finishOpenId', { body })
  }
}
