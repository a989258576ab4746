import { Button, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import type { AgencySettings } from '@parley/contracts/agency/settings.ts'
import { Markdown } from '../../../design/messages/markdown.tsx'
import styles from './client.module.css'
import { ClientFooter, ClientLogo } from './client-parts.tsx'

/** The page where an agency's clients sign in (part 2 §2.5), to look at: it signs nobody in yet. */
export function ClientSignIn({ agency }: { agency: AgencySettings }) {
  const { disablePasswordLogin } = agency.settings
  return (
    <div className={styles.signIn} data-part="sign-in">
      <div className={styles.signInPage}>
        <ClientLogo agency={agency} />
        <div className={styles.head}>
          <Title order={1}>
            <bdi>{agency.name}</bdi>
          </Title>
          {agency.brandingText && (
            <div className={styles.words}>
              <Markdown text={agency.brandingText} />
            </div>
          )}
        </div>
        <Paper className={styles.card} radius="lg" data-part="sign-in-card">
          <form>
            <Stack gap="md">
              <TextInput label="Email" type="email" />
              {!disablePasswordLogin && <PasswordInput label="Password" />}
              {!disablePasswordLogin && <Button>Sign In</Button>}
              <Button variant={disablePasswordLogin ? 'filled' : 'default'}>Email Login Code</Button>
            </Stack>
          </form>
        </Paper>
      </div>
      <ClientFooter agency={agency} />
    </div>
  )
}
