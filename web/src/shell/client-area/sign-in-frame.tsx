import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Markdown } from '../../design/messages/markdown.tsx'
import styles from './client.module.css'
import { type ClientBrand, ClientFooter, ClientLogo } from './client-parts.tsx'

/** The page where an agency's clients sign in (part 2 §2.5): logo, name and words of the agency around a card. */
export function SignInFrame({ agency, children }: { agency: ClientBrand; children: ReactNode }) {
  return (
    <div className={styles.signIn} data-part="sign-in">
      <main className={styles.signInPage}>
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
          {children}
        </Paper>
      </main>
      <ClientFooter agency={agency} />
    </div>
  )
}
