import { openIdReturnPath } from '@parley/contracts/client/openid-address.ts'
import type { SignInAnswer } from '@parley/contracts/identity/views.ts'
import { Suspense, useEffect, useState } from 'react'
import { loaded } from './loaded-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { leave, loadSecondStep } from './signed-in.ts'

export type AuthPath = '/login' | '/signup' | '/forgot'
export type AuthPageProps = {
  /** The typed e-mail address, passed from page to page. */
  email: string
  onEmail: (email: string) => void
  go: (path: AuthPath) => void
  /** After a right password or code: leaves, or asks for the second step. */
  onSignedIn: (answer: SignInAnswer) => void
}

const SignUpPage = loaded(() => import('./sign-up-page.tsx').then((module) => module.SignUpPage))
const ForgotPage = loaded(() => import('./forgot-page.tsx').then((module) => module.ForgotPage))
const OpenIdPage = loaded(() => import('./openid-page.tsx').then((module) => module.OpenIdPage))
const ClientLoginPage = loaded(() =>
  import('./client/client-login-page.tsx').then((module) => module.ClientLoginPage),
)
const SecondStepPage = loaded(() => loadSecondStep().then((module) => module.SecondStepPage))

/** /login, /signup, /forgot and the /client/login of agencies. The query of the address (`next`) is kept. */
export function AuthPages() {
  const [path, setPath] = useState(window.location.pathname)
  const [email, setEmail] = useState('')
  const [ticket, setTicket] = useState<string>()
  useEffect(() => {
    const follow = () => setPath(window.location.pathname)
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  const go = (to: AuthPath) => {
    window.history.pushState(null, '', to + window.location.search)
    setPath(to)
  }
  const onSignedIn = (answer: SignInAnswer) => {
    if ('secondStep' in answer) setTicket(answer.secondStep.ticket)
    else leave()
  }
  const props = { email, onEmail: setEmail, go, onSignedIn }
  return (
    <Suspense>
      {path === '/client/login' || path === openIdReturnPath ? (
        <ClientLoginPage />
      ) : ticket !== undefined ? (
        <SecondStepPage ticket={ticket} onCancel={() => setTicket(undefined)} />
      ) : path.startsWith('/login/openid/') ? (
        <OpenIdPage {...props} />
      ) : path === '/signup' ? (
        <SignUpPage {...props} />
      ) : path === '/forgot' ? (
        <ForgotPage {...props} />
      ) : (
        <SignInPage {...props} />
      )}
    </Suspense>
  )
}
