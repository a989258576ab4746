import { useEffect, useState } from 'react'
import { ForgotPage } from './forgot-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { SignUpPage } from './sign-up-page.tsx'

export type AuthPath = '/login' | '/signup' | '/forgot'
export type AuthPageProps = {
  /** What was typed as e-mail goes along from page to page. */
  email: string
  onEmail: (email: string) => void
  go: (path: AuthPath) => void
}

/** /login, /signup and /forgot; the query of the address (`next`) stays as it is. */
export function AuthPages() {
  const [path, setPath] = useState(window.location.pathname)
  const [email, setEmail] = useState('')
  useEffect(() => {
    const follow = () => setPath(window.location.pathname)
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  const go = (to: AuthPath) => {
    window.history.pushState(null, '', to + window.location.search)
    setPath(to)
  }
  const props = { email, onEmail: setEmail, go }
  if (path === '/signup') return <SignUpPage {...props} />
  if (path === '/forgot') return <ForgotPage {...props} />
  return <SignInPage {...props} />
}
