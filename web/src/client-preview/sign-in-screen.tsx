import { ClientSignIn } from '../auth/client/client-login-page.tsx'
import type { Previewed } from './messages.ts'

/** The page where clients sign in. */
export function SignInScreen({ previewed: { brand } }: { previewed: Previewed }) {
  return <ClientSignIn agency={brand} />
}
