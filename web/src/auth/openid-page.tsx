import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../server/failure.ts'
import { AuthCard } from './auth-card.tsx'
import type { AuthPageProps } from './auth-pages.tsx'
import { takeOpenIdAnswer } from './openid.ts'

/** Where an OpenID provider sends people back to: signs in, or says why not. */
export function OpenIdPage({ onSignedIn, go }: Pick<AuthPageProps, 'onSignedIn' | 'go'>) {
  const [problem, setProblem] = useState<string>()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const finish = takeOpenIdAnswer()
    if (finish) finish().then(onSignedIn, (error) => setProblem(messageOf(error)))
    else setProblem('This sign-in took too long or was started in another tab. Please try again.')
  }, [onSignedIn])
  return (
    <AuthCard
      title="Sign In"
      {...(problem === undefined ? {} : { error: problem })}
      onSubmit={() => go(window.location.pathname === '/signup' ? '/signup' : '/login')}
    >
      {problem === undefined ? (
        <Text c="dimmed" role="status">
          Signing you in…
        </Text>
      ) : (
        <Button type="submit" autoFocus>
          Back to sign-in
        </Button>
      )}
    </AuthCard>
  )
}
