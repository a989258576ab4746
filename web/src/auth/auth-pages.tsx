import { useEffect, useState } from 'react'
import { ForgotPage } from './forgot-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { SignUpPage } from './sign-up-page.tsx'

export type AuthPath = '/login' | '/signup' | '/forgot'
export type AuthPageProps = {
  /** The typed e-mail address, passed from page to page. */
  email: string
  onEmail: (email: string) => void
  go: (path: AuthPath) => void
}

/** /login, /signup and /forgot. The query of the address (`next`) is kept. */
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
