/** The session of a client of an agency, in the shape of a person's, so that the same pages show both. */
import type { AgencyBrand, ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { defaultClientLanguage } from '@parley/contracts/languages.ts'
import { t } from '../design/language.ts'
import { ApiError, client } from './client.ts'
import { clientClaims } from './client-claims.ts'
import { forgetClient, sayNext } from './client-memory.ts'
import { openView } from './client-view.ts'
import { keepLoadingText } from './loading-text.ts'
import type { Session } from './queries.ts'

export type SignedInClient = {
  agency: AgencyBrand
  /** What it may do; absent while its organisation has its access disabled. */
  session?: ClientSessionView
  /** Why it may do nothing, in the words of its agency. */
  disabled?: string
}

/** Undefined if a person is signed in instead. Rejects if nobody is. */
export async function clientSession(signal: AbortSignal): Promise<Session | undefined> {
  const claims = clientClaims()
  if (!claims) return undefined
  const { agencyId, clientId, region } = claims
  const languages = import('../languages/languages.ts')
  const agency = client.call('clientAuth.agency', { query: { agency: agencyId } }, { signal })
  const [session, brand] = await Promise.allSettled([
    client.call('clientAuth.refresh', { body: {} }, { signal }),
    agency,
  ])
  if (brand.status === 'rejected') throw brand.reason
  if (session.status === 'rejected') {
    const { reason } = session
    if (!(reason instanceof ApiError)) throw reason
    if (reason.code === 'client-access-disabled') {
      const { browserLanguage, speakLanguage } = await languages
      await speakLanguage(browserLanguage())
      return asSession({ userId: clientId, agency: brand.value, disabled: reason.message, permissions: [] })
    }
    if (openView) throw reason
    // A person has signed in since, whose session took the place of the client's.
    const person = await client.call('auth.session', {}, { signal }).catch(() => undefined)
    if (person) forgetClient()
    else if (reason.status === 401) sayNext('Please login again.')
    else if (reason.status === 404) sayNext('Account data not present.')
    if (person) return person
    throw reason
  }
  const { clientData, permissions, sessionId } = session.value
  // Before anything of its dashboard is shown.
  const { preferredLanguage: lang } = clientData
  await (await languages).speakLanguage(lang)
  keepLoadingText(lang === defaultClientLanguage ? undefined : { lang, text: t('Loading Your Workspace') })
  const { name: displayName, email, squarePhotoURL: photoURL } = clientData
  const client_ = { displayName, email, photoURL, sessionId, permissions, userId: clientData.ID }
  return asSession({ ...client_, agency: brand.value, session: session.value })

  function asSession(of: {
    userId: string
    agency: AgencyBrand
    permissions: ClientSessionView['permissions']
    displayName?: string
    email?: string
    photoURL?: string
    sessionId?: string
    session?: ClientSessionView
    disabled?: string
  }): Session {
    const { userId, displayName = '', email = '', photoURL, sessionId = '', permissions } = of
    return {
      user: { userId, displayName, email, region, joinedAt: 0, ...(photoURL && { photoURL }) },
      sessionId,
      // The agency's workspace, with what the client may do in it.
      workspaces: [
        { workspaceId: agencyId, workspaceName: of.agency.name, region, role: 'member', permissions },
      ],
      client: {
        agency: of.agency,
        ...(of.session && { session: of.session }),
        ...(of.disabled !== undefined && { disabled: of.disabled }),
      },
    }
  }
}
