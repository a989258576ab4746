import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AgencyDomainsView, DomainView } from '@parley/contracts/agency/domain-endpoints.ts'
import type { DomainType } from '@parley/contracts/agency/domain-names.ts'
import { IconAlertTriangle, IconMail, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { SettingSection } from '../../design/fields/setting-row.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { agencyDomainsQuery } from '../../server/agency-domains.ts'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { DnsInstructionsDialog } from './dns-instructions-dialog.tsx'
import { DnsRecords } from './dns-records.tsx'
import { DomainEntry } from './domain-entry.tsx'
import { DomainStatus } from './domain-status.tsx'

/**
 * The subdomain and the custom domain (part 1 §2). They take effect at once, whatever else is unsaved. The server looks
 * at them by itself; this page only shows what it found.
 */
export function DomainsTab({ agencyName }: { agencyName: string }) {
  const domains = useQuery(agencyDomainsQuery(useWorkspace()))
  if (domains.isPending) return <LoadingRows rows={2} height={140} />
  if (domains.isError)
    return (
      <FailedList
        title="The domains could not be loaded"
        error={domains.error}
        onRetry={() => domains.refetch()}
      />
    )
  return (
    <Stack gap="md">
      <Subdomain domains={domains.data} />
      <SettingSection
        title="Custom domain"
        explanation="A domain of yours at which your clients sign in, such as app.youragency.com."
      >
        {domains.data.custom ? (
          <CustomDomain domain={domains.data.custom} agencyName={agencyName} />
        ) : (
          <DomainEntry
            domainType="customDomain"
            label="Custom domain"
            act="Add domain"
            placeholder="app.youragency.com"
            failed="Failed to set up custom domain. Please try again."
          />
        )}
      </SettingSection>
    </Stack>
  )
}

function Subdomain({ domains: { rootDomain, subdomain } }: { domains: AgencyDomainsView }) {
  // There is nothing to choose where the operator has no domain for it.
  if (rootDomain === '' && !subdomain) return null
  return (
    <SettingSection
      title="Subdomain"
      explanation="An address that needs no DNS records of yours. It can stand beside a custom domain."
    >
      {subdomain ? (
        <Presence domain={subdomain} domainType="vgSubdomain" />
      ) : (
        <DomainEntry
          domainType="vgSubdomain"
          label="Subdomain"
          act="Add subdomain"
          placeholder="youragency"
          suffix={`.${rootDomain}`}
          failed="Failed to set up subdomain. Please try again."
        />
      )}
    </SettingSection>
  )
}

function CustomDomain({ domain, agencyName }: { domain: DomainView; agencyName: string }) {
  const [writing, dialog] = useDisclosure(false)
  return (
    <Stack gap="lg">
      <Presence domain={domain} domainType="customDomain" />
      {(!domain.isVerified || domain.removeAt !== undefined) && (
        <Stack gap="sm">
          <DnsRecords records={domain.records} />
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed">
              DNS propagation can take 24 to 48 hours.
            </Text>
            <Button variant="default" leftSection={<IconMail size={16} />} onClick={dialog.open}>
              Email Your Developer
            </Button>
          </Group>
        </Stack>
      )}
      {writing && <DnsInstructionsDialog domain={domain} agencyName={agencyName} onClose={dialog.close} />}
    </Stack>
  )
}

/** The domain with its status lines, and what ends it. */
function Presence({ domain, domainType }: { domain: DomainView; domainType: DomainType }) {
  const { domain: name, isVerified, isLive, removeAt } = domain
  const [asking, setAsking] = useState(false)
  const removal = useRemoval(domain, domainType, () => setAsking(false))
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={6} miw={0}>
          {isLive ? (
            <Text
              component="a"
              fw={600}
              href={`https://${name}/`}
              target="_blank"
              rel="noreferrer"
              c="inherit"
            >
              {name}
            </Text>
          ) : (
            <Text fw={600}>{name}</Text>
          )}
          <DomainStatus domain={domain} domainType={domainType} />
        </Stack>
        {isVerified ? (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} />}
            loading={removal.isPending}
            onClick={() => setAsking(true)}
          >
            Delete Domain
          </Button>
        ) : (
          <Button variant="default" loading={removal.isPending} onClick={() => removal.mutate()}>
            Cancel
          </Button>
        )}
      </Group>
      {removeAt !== undefined && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title="This domain no longer leads here">
          Check its DNS records. Unless it leads here again before, it is removed <Moment at={removeAt} />.
        </Alert>
      )}
      {asking && (
        <AskBefore
          title="Delete Domain"
          act="Delete Domain"
          pending={removal.isPending}
          onAct={() => removal.mutate()}
          onClose={() => setAsking(false)}
        >
          Are you sure you want to delete {name}?
        </AskBefore>
      )}
    </Stack>
  )
}

function useRemoval({ domain, isVerified }: DomainView, domainType: DomainType, onRemoved: () => void) {
  const { region, workspaceId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.call('domains.remove', { params: { region }, query: { domain, domainType } }),
    async onSuccess() {
      await queryClient.invalidateQueries(agencyDomainsQuery({ region, workspaceId }))
      onRemoved()
      noticeSuccess('Domain deleted successfully..')
    },
    onError: () =>
      noticeFailure(isVerified ? 'Failed to delete domain. Please try again.' : 'Error canceling domain'),
  })
}
