import { Alert, Button, Stack, Text } from '@mantine/core'
import type { MetaFound } from '@parley/contracts/channel/meta-endpoints.ts'
import { IconBrandMeta } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { messageOf } from '../../../server/client.ts'
import { type MetaKind, metaFoundKey, startConnecting } from '../../../server/connecting.ts'
import { useAgentPlace, useWorkspace } from '../../../shell/navigation/places.ts'
import { metaAppQuery } from '../queries.ts'

/** What Meta found for this agent and kind since the person continued with Meta; undefined before, and after a reload. */
export function useMetaFound(kind: MetaKind): MetaFound | undefined {
  const place = useAgentPlace()
  const { data } = useQuery<MetaFound | null>({
    queryKey: metaFoundKey({ ...place, kind }),
    queryFn: () => null,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data ?? undefined
}

/** The button that leads to Meta's sign-in, or what the operator has to configure for it. */
export function ContinueWithMeta({ kind }: { kind: MetaKind }) {
  const place = useAgentPlace()
  const { workspaceId } = useWorkspace()
  const app = useQuery(metaAppQuery(place))
  const start = useMutation({
    mutationFn: () =>
      startConnecting({
        ...{ ...place, workspaceId, kind },
        page: `/app/${place.region}/agents/${place.agentId}/channels?set=${kind}`,
      }),
  })
  if (!app.isFetched) return null
  const isOffered = app.data?.isOffered === true
  return (
    <Stack gap="xs" align="flex-start">
      {start.error && <ProblemAlert>Error: {messageOf(start.error)}</ProblemAlert>}
      <Button
        disabled={!isOffered}
        leftSection={<IconBrandMeta size={18} aria-hidden />}
        loading={start.isPending || start.isSuccess}
        onClick={() => start.mutate()}
      >
        Continue With Meta
      </Button>
      {!isOffered && (
        <Alert color="yellow" variant="light" p="sm">
          <Text size="sm">
            {app.isError ? (
              messageOf(app.error)
            ) : (
              <>
                Continue With Meta needs an app of Meta: whoever runs this installation sets META_APP_ID and
                META_APP_SECRET. Until then, connect with an app of your own.
              </>
            )}
          </Text>
        </Alert>
      )}
    </Stack>
  )
}
