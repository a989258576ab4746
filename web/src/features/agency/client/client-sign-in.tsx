import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { AgencySettings } from '@parley/contracts/agency/settings.ts'
import { SignInFrame } from '../../../shell/client-area/sign-in-frame.tsx'

/** The sign-in page of an agency's clients, to look at. */
export function ClientSignIn({ agency }: { agency: AgencySettings }) {
  const { disablePasswordLogin, enableClientSignup } = agency.settings
  return (
    <SignInFrame agency={agency}>
      <form>
        <Stack gap="md">
          <TextInput label="Email" type="email" />
          {!disablePasswordLogin && <PasswordInput label="Password" />}
          {!disablePasswordLogin && <Button>Sign In</Button>}
          <Button variant={disablePasswordLogin ? 'filled' : 'default'}>Email Login Code</Button>
        </Stack>
      </form>
      {enableClientSignup && (
        <Text ta="center" mt="md">
          Don't have an account? <Anchor component="span">Sign Up</Anchor>
        </Text>
      )}
    </SignInFrame>
  )
}
