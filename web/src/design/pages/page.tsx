import { Box, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './page.module.css'

/** A screen: title, one line of description, actions and content. Sets the title of the document. */
export function Page(props: {
  title: string
  purpose?: ReactNode
  actions?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  return (
    <Box className={props.wide ? styles.wide : styles.page} data-part="page">
      <title>{props.title}</title>
      <Group justify="space-between" align="flex-start" gap="md" mb="lg" wrap="wrap">
        <Box className={styles.heading}>
          <Title order={1} data-part="page-title">
            <bdi>{props.title}</bdi>
          </Title>
          {props.purpose && (
            <Text c="dimmed" mt={4}>
              {props.purpose}
            </Text>
          )}
        </Box>
        {props.actions && <Group gap="sm">{props.actions}</Group>}
      </Group>
      {props.children}
    </Box>
  )
}

/** A card of related fields with a short explanation. */
export function Section(props: {
  title: string
  explanation?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Card component="section" aria-label={props.title}>
      <Group justify="space-between" align="flex-start" mb="md">
        {/* Many actions stand below it on phones. */}
        <Box flex="1 1 220px" miw={0}>
          <Title order={2} size="h3">
            {props.title}
          </Title>
          {props.explanation && (
            <Text c="dimmed" mt={2}>
              {props.explanation}
            </Text>
          )}
        </Box>
        {props.actions && <Box flex="none">{props.actions}</Box>}
      </Group>
      <Stack gap="md">{props.children}</Stack>
    </Card>
  )
}
