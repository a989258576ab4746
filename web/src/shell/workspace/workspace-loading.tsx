import { Box, Center, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '../../design/language.ts'
import { BrandMark } from '../../design/theme/brand-mark.tsx'
import { clientClaims } from '../../server/client-claims.ts'
import { useReachable } from '../../server/connection.ts'
import { keptLoadingText } from '../../server/loading-text.ts'
import { sessionQuery } from '../../server/queries.ts'

/**
 * A progress bar that approaches 85 percent, and stands at 100 once it is known who is signed in, until the next screen
 * replaces it (part 2 §4). With another text it is about something else.
 */
export function WorkspaceLoading(props: { text?: string }) {
  const reachable = useReachable()
  const isKnown = useQuery({ ...sessionQuery(), enabled: false }).isSuccess && props.text === undefined
  const kept = clientClaims() ? keptLoadingText() : undefined
  const [progress, setProgress] = useState(20)
  useEffect(() => {
    const timer = setInterval(() => setProgress((now) => Math.min(85, now + (85 - now) * 0.2)), 200)
    return () => clearInterval(timer)
  }, [])
  return (
    <Center h="100dvh">
      <Stack align="center" gap="md" role="status" pos="relative">
        {/* Above the text and out of the flow: the text stays where index.html put it. */}
        <Box pos="absolute" bottom="calc(100% + 24px)">
          {!clientClaims() && <BrandMark />}
        </Box>
        <Text lang={props.text === undefined ? kept?.lang : undefined}>
          {reachable
            ? (props.text ?? kept?.text ?? t('Loading Your Workspace'))
            : t('The server can’t be reached. Trying again…')}
        </Text>
        <Progress value={isKnown ? 100 : progress} w={200} size={4} aria-label={t('Loading')} />
      </Stack>
    </Center>
  )
}
