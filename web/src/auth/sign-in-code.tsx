import type { AuthPageProps } from './auth-pages.tsx'
import { client } from './client.ts'
import { type CodeSent, CodeStep } from './code-step.tsx'
import { Address } from './mail-words.tsx'
import { readyFor } from './signed-in.ts'

/** Asks for the code that was mailed to sign in with. */
export function SignInCode(props: {
  sent: CodeSent
  onDone: AuthPageProps['onSignedIn']
  onCancel: () => void
}) {
  const { sent } = props
  return (
    <CodeStep
      title="Enter your code"
      purpose={
        <>
          If <Address of={sent.email} /> has an account, a code is on its way to it.
        </>
      }
      label="Login Code"
      action="Sign In"
      sent={sent}
      resend={() => client.call('auth.requestCode', { body: { email: sent.email } })}
      use={(body) => readyFor(client.call('auth.signInWithCode', { body }))}
      onDone={props.onDone}
      onCancel={props.onCancel}
    />
  )
}
