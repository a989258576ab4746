import { Box, Button, Center, Stack, Text, Title } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '../design/language.ts'
import { ButtonLink } from '../design/links.tsx'
import { LoadingRows } from '../design/notices/states.tsx'
import { ApiError, messageOf } from '../server/client.ts'
import { onReachedAgain } from '../server/connection.ts'
import { WorkspaceLoading } from './workspace/workspace-loading.tsx'

export function PageLoading() {
  return (
    <Box p="xl" maw={1080} mx="auto">
      <LoadingRows rows={3} height={120} />
    </Box>
  )
}

/** Shown for a page that could not be loaded. Retries when the server can be reached again. */
export function PageFailed(props: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    props.reset()
    void router.invalidate()
  }
  useEffect(() => onReachedAgain(again))
  if (props.error instanceof ApiError && props.error.status === 401) return <WorkspaceLoading />
  return (
    <Center mih="60dvh" p="lg">
      <title>{t('This page could not be loaded')}</title>
      <Stack align="center" gap="sm" maw={440} ta="center" role="alert">
        <Title order={1} size="h2">
          {t('This page could not be loaded')}
        </Title>
        <Text c="dimmed">{messageOf(props.error)}</Text>
        <Button onClick={again}>{t('Try again')}</Button>
      </Stack>
    </Center>
  )
}

export function PageNotFound() {
  return (
    <Center mih="60dvh" p="lg">
      <title>{t('Page not found')}</title>
      <Stack align="center" gap="sm" maw={440} ta="center">
        <Title order={1} size="h2">
          {t('Page not found')}
        </Title>
        <Text c="dimmed">{t('The address may be wrong, or the page was deleted.')}</Text>
        <ButtonLink to="/app">{t('Go to your agents')}</ButtonLink>
      </Stack>
    </Center>
  )
}
