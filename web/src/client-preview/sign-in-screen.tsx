import { ClientSignIn } from '../auth/client/client-login-page.tsx'
import { client } from './made-up.ts'
import type { Previewed } from './messages.ts'

/** Filled in, since its button has the agency's colour only then. */
const filled = { email: client.email, password: 'made up' }

/** The page where clients sign in. */
export function SignInScreen({ previewed: { brand } }: { previewed: Previewed }) {
  return <ClientSignIn agency={brand} filled={filled} />
}
