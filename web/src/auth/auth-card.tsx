import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { BrandMark, productBrand } from '../design/theme/brand-mark.tsx'
import styles from './auth-card.module.css'
import type { AuthPath } from './auth-pages.tsx'

/** The brand and a centred card: title, one line of text, the form, and optional links below. */
export function AuthCard(props: {
  title: string
  purpose?: ReactNode
  error?: string
  onSubmit: () => void
  footer?: ReactNode
  children: ReactNode
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSubmit()
  }
  return (
    <main className={styles.page}>
      <title>{`${props.title} · ${productBrand.name}`}</title>
      <BrandMark />
      <Paper className={styles.card} radius="lg">
        <Title order={1}>{props.title}</Title>
        {props.purpose && (
          <Text c="dimmed" mt={4}>
            {props.purpose}
          </Text>
        )}
        <form onSubmit={submit} noValidate>
          <Stack gap="md" mt="lg">
            {props.error && (
              <Text c="var(--mantine-color-error)" role="alert">
                {props.error}
              </Text>
            )}
            {props.children}
          </Stack>
        </form>
        {props.footer && <div className={styles.footer}>{props.footer}</div>}
      </Paper>
    </main>
  )
}

/** A link between the authentication pages. Clicks with a modifier key are left to the browser. */
export function PageLink(props: { to: AuthPath; go: (path: AuthPath) => void; children: ReactNode }) {
  return (
    <Anchor
      href={props.to + window.location.search}
      fw={500}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        props.go(props.to)
      }}
    >
      {props.children}
    </Anchor>
  )
}
