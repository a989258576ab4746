import { Button, Group, Stack, Text } from '@mantine/core'
import { emailDomainNotices as notices } from '@parley/contracts/agency/email-domain.ts'
import type { EmailDomainView } from '@parley/contracts/agency/email-domain-endpoints.ts'
import { IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { SettingSection } from '../../design/fields/setting-row.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { Bounces } from './bounces.tsx'
import { EmailDomainEntry } from './email-domain-entry.tsx'
import { EmailRecords } from './email-records.tsx'
import { EmailDomainStatusLine } from './email-status.tsx'
import { bouncesQuery, emailDomainQuery } from './queries.ts'

/**
 * The e-mail sending domain (part 2 §2.2 and §4). It takes effect at once, whatever else is unsaved. The server looks at
 * its records by itself; this page only shows what it found.
 */
export function EmailTab() {
  const place = useWorkspace()
  const found = useQuery(emailDomainQuery(place))
  // Both at once: one stands below the other.
  const { isFetched } = useInfiniteQuery(bouncesQuery(place))
  useNoticeOfVerification(found.data)
  if (found.isPending || !isFetched) return <LoadingRows rows={1} height={220} />
  if (found.isError)
    return (
      <FailedList
        title="The e-mail sending domain could not be loaded"
        error={found.error}
        onRetry={() => found.refetch()}
      />
    )
  return (
    <Stack gap="md">
      <SettingSection
        title="E-mail sending domain"
        explanation="Mails to your clients, such as login codes and reports, come from this domain once it is verified. Until then they come from our mail server, under your agency’s name."
      >
        {found.data.resendEmailDomainId === '' ? (
          <EmailDomainEntry />
        ) : (
          <EmailDomain key={found.data.resendEmailDomainId} domain={found.data} />
        )}
      </SettingSection>
      <Bounces />
    </Stack>
  )
}

/** Says once that the domain was verified while the page watched. */
function useNoticeOfVerification(found: EmailDomainView | undefined) {
  const before = useRef<EmailDomainView>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = found
    const isSame = last !== undefined && last.resendEmailDomainId === found?.resendEmailDomainId
    if (
      isSame &&
      last.resendEmailDomainStatus !== 'verified' &&
      found?.resendEmailDomainStatus === 'verified'
    )
      noticeSuccess(notices.verified)
  }, [found])
}

function EmailDomain({ domain: found }: { domain: EmailDomainView }) {
  const { resendEmailDomain: name, resendEmailDomainId, resendEmailDomainStatus: status, records } = found
  const [asking, setAsking] = useState(false)
  const change = useChange(resendEmailDomainId)
  const isToVerify = status === 'not_started' || status === 'failure'
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Text fw={600}>{name}</Text>
        <Group gap="sm">
          {isToVerify && (
            <Button
              variant="default"
              loading={change.verifying.isPending}
              onClick={() => change.verifying.mutate()}
            >
              Verify
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconTrash size={16} />}
            loading={change.removing.isPending}
            onClick={() => setAsking(true)}
          >
            Delete
          </Button>
        </Group>
      </Group>
      <EmailDomainStatusLine domain={found} />
      <EmailRecords records={records} />
      {status !== 'verified' && (
        <Text size="sm" c="dimmed">
          DNS propagation can take 24 to 48 hours.
        </Text>
      )}
      {asking && (
        <AskBefore
          title="Delete e-mail sending domain"
          act="Delete"
          pending={change.removing.isPending}
          onAct={() => change.removing.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          Are you sure you want to delete {name}? Mails to your clients then come from our mail server, under
          your agency’s name.
        </AskBefore>
      )}
    </Stack>
  )
}

function useChange(emailDomainId: string) {
  const { region, workspaceId } = useWorkspace()
  const queryClient = useQueryClient()
  const params = { region, emailDomainId }
  const reload = () => queryClient.invalidateQueries(emailDomainQuery({ region, workspaceId }))
  const verifying = useMutation({
    mutationFn: () => client.call('emailDomains.verify', { params }),
    async onSuccess({ message }) {
      noticeSuccess(message)
      await reload()
    },
    onError: () => noticeFailure(notices.notVerified),
  })
  const removing = useMutation({
    mutationFn: () => client.call('emailDomains.remove', { params }),
    async onSuccess({ message }) {
      noticeSuccess(message)
      await reload()
    },
    onError: () => noticeFailure(notices.notDeleted),
  })
  return { verifying, removing }
}
