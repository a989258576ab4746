import { ClientSignIn } from '../auth/client/client-login-page.tsx'
import type { Previewed } from './messages.ts'

/** The page where clients sign in, or sign up. */
export function SignInScreen({ previewed: { brand, page } }: { previewed: Previewed }) {
  return <ClientSignIn key={page} agency={brand} signUp={page === 'sign-up'} />
}
