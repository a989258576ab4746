import { useQuery } from '@tanstack/react-query'
import { CopyField } from '../design/fields/copy-field.tsx'
import { agencyDomainsQuery } from '../server/agency-domains.ts'
import { useWorkspace } from './navigation/places.ts'

/** Where the clients of an agency sign in: at a domain of the agency as soon as one answers, without the name of the product. */
export function useSignInAddress(agencyId: string): string {
  const { data: domains } = useQuery(agencyDomainsQuery(useWorkspace()))
  const own = [domains?.custom, domains?.subdomain].find((one) => one?.isVerified && one.isLive)
  return own
    ? `https://${own.domain}/client/login`
    : `${window.location.origin}/client/login?agency=${agencyId}`
}

export function SignInAddress({ agencyId }: { agencyId: string }) {
  return <CopyField label="address of the sign-in page" value={useSignInAddress(agencyId)} />
}
