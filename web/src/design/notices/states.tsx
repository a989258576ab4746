import { Button, Center, Paper, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isGone, messageOf } from '../../server/client.ts'
import { t } from '../language.ts'

/** Empty state of a list: what the list is for, and the one action. */
export function EmptyList(props: {
  icon: ReactNode
  title: string
  explanation: ReactNode
  action?: ReactNode
}) {
  return (
    <Paper p="xl" bg="transparent" style={{ borderStyle: 'dashed' }}>
      <Center>
        <Stack align="center" gap="sm" maw={440} ta="center" py="xl">
          <ThemeIcon size={48} variant="light" aria-hidden>
            {props.icon}
          </ThemeIcon>
          <Title order={2} size="h3">
            {props.title}
          </Title>
          <Text c="dimmed">{props.explanation}</Text>
          {props.action}
        </Stack>
      </Center>
    </Paper>
  )
}

/** Error state of a list: the error and a Try again button, or that what was asked for does not exist. */
export function FailedList(props: { title: string; error: unknown; onRetry: () => void }) {
  const gone = isGone(props.error)
  return (
    <Paper p="xl" role="alert">
      <Center>
        <Stack align="center" gap="sm" maw={440} ta="center" py="xl">
          <ThemeIcon size={48} variant="light" color="red" aria-hidden>
            <IconAlertTriangle size={24} />
          </ThemeIcon>
          <Title order={2} size="h3">
            {gone ? t('Not found') : props.title}
          </Title>
          <Text c="dimmed">
            {gone ? t('It was deleted, or the address is wrong.') : messageOf(props.error)}
          </Text>
          {!gone && (
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={props.onRetry}>
              {t('Try again')}
            </Button>
          )}
        </Stack>
      </Center>
    </Paper>
  )
}

/** Placeholder rows at the height of the rows that are loading. */
export function LoadingRows(props: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" aria-busy aria-label={t('Loading')} role="status">
      {Array.from({ length: props.rows ?? 4 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are never reordered
        <Skeleton key={row} height={props.height ?? 64} radius="md" />
      ))}
    </Stack>
  )
}
