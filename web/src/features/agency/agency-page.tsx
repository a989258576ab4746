import { Alert, Button, Group, Stack, Tabs, Text, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { AgencyView } from '@parley/contracts/agency/settings.ts'
import type { WebFont } from '@parley/contracts/agent/web-font.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { PreviewBeside } from '../../design/pages/preview-beside.tsx'
import { agencyQuery } from '../../server/agency.ts'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { whiteLabelQuery } from '../../server/white-label.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWarningBeforeLeaving } from '../../shell/drafts/leave-warning.ts'
import { useSession, useWorkspace } from '../../shell/navigation/places.ts'
import styles from './agency.module.css'
import { AgencyPreview } from './agency-preview.tsx'
import { BillingTab } from './billing-tab.tsx'
import { CssTab } from './css-tab.tsx'
import { CustomTabsTab } from './custom-tabs-tab.tsx'
import { DomainsTab } from './domains-tab.tsx'
import { EmailTab } from './email-tab.tsx'
import { FooterTab } from './footer-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { SaasTab } from './saas-tab.tsx'
import { type AgencyTab, agencyTabNames, agencyTabs } from './search.ts'
import { ThemeTab } from './theme-tab.tsx'
import { useAgencyDraft } from './use-agency-draft.ts'
import { WhiteLabelTrial } from './white-label-trial.tsx'

const route = getRouteApi('/app/$region/agency')
const title = 'Agency'
/** These have no preview beside them (part 2 §2.2): they change nothing that it shows. */
const alone: readonly AgencyTab[] = ['tabs', 'saas']
/** Of *Auto Billing* (part 2 §2.2), which is disabled without white label. */
const whiteLabelOnly = 'Available in the white-label add-on only'

/** Not all tabs fit on phones. */
function bringIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The settings of the workspace's agency (part 2 §2.2), initialised when its owner opens them first. */
export function AgencyPage() {
  const place = useWorkspace()
  const mayManage = useMay()('agency.manage')
  const agency = useQuery(agencyQuery(place))
  const initializing = useInitialized(place, mayManage && agency.data === null)
  if (agency.data) return <Settings key={agency.data.ID} place={place} stored={agency.data} />
  return (
    <Page wide title={title}>
      {agency.isError || initializing.isError ? (
        <FailedList
          title={agency.isError ? 'The agency could not be loaded' : 'Error creating agency settings'}
          error={agency.error ?? initializing.error}
          onRetry={() => (agency.isError ? agency.refetch() : initializing.mutate())}
        />
      ) : (
        <LoadingRows rows={3} height={160} />
      )}
    </Page>
  )
}

/** Initialises an agency that is missing. */
function useInitialized({ region, workspaceId }: WorkspacePlace, missing: boolean) {
  const queryClient = useQueryClient()
  const initializing = useMutation({
    mutationFn: () => client.call('agency.initialize', { params: { region, workspaceId } }),
    async onSuccess() {
      await queryClient.invalidateQueries(agencyQuery({ region, workspaceId }))
      noticeSuccess('Agency settings initialized')
    },
    onError: () => noticeFailure('Error creating agency settings'),
  })
  const { mutate } = initializing
  useEffect(() => {
    if (missing) mutate()
  }, [missing, mutate])
  return initializing
}

function Settings({ place, stored }: { place: WorkspacePlace; stored: AgencyView }) {
  const { tab: asked = 'overview', customTab } = route.useSearch()
  const navigate = route.useNavigate()
  const draft = useAgencyDraft(place, stored)
  const [checked, setChecked] = useState<{ asked: string; webFont: WebFont }>()
  const { agency, changed, saving, save } = draft
  const saveIfChanged = () => changed && !saving && save()
  useHotkeys([['mod+S', saveIfChanged]], [], true)
  useWarningBeforeLeaving(changed)
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => changed && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  // The files of a font that is not saved yet are those that were fetched to check it.
  const webFont =
    agency.googleFont === stored.googleFont
      ? stored.webFont
      : checked?.asked === agency.googleFont.trim()
        ? checked.webFont
        : undefined
  const { whiteLabelTrials = false } = useSession()
  const { data: standing } = useQuery({ ...whiteLabelQuery(place), enabled: whiteLabelTrials })
  const isLocked = (name: AgencyTab) => name === 'billing' && whiteLabelTrials && !standing?.isEntitled
  const tab = isLocked(asked) ? 'overview' : asked
  const previewed = {
    ...agency,
    ...(webFont && { googleFont: webFont.family }),
    ...(standing?.poweredBy && { poweredBy: standing.poweredBy }),
  }

  return (
    <Page
      wide
      title={title}
      purpose="The brand under which your clients know you. Billing of clients is not available yet."
      actions={
        <Group gap="sm" className={styles.saving}>
          <Text c="dimmed" role="status">
            {changed ? 'There are unsaved changes' : 'All changes saved'}
          </Text>
          <Button disabled={!changed} loading={saving} onClick={save}>
            Save
          </Button>
        </Group>
      }
    >
      <WhiteLabelTrial />
      <Tabs
        className={styles.page}
        value={tab}
        keepMounted={false}
        onChange={(chosen) => {
          const next = agencyTabs.find((one) => one === chosen)
          if (next && isLocked(next)) return
          void navigate({ search: { tab: next === 'overview' ? undefined : next } })
        }}
      >
        <Tabs.List mb="md" className={styles.tabList}>
          {agencyTabs.map((name) => (
            <Tooltip key={name} label={whiteLabelOnly} disabled={name !== 'billing'}>
              <Tabs.Tab
                value={name}
                ref={name === tab ? bringIntoView : undefined}
                // One that is disabled by itself would not say why.
                {...(isLocked(name) && { 'aria-disabled': true, 'data-disabled': true })}
              >
                {agencyTabNames[name]}
              </Tabs.Tab>
            </Tooltip>
          ))}
        </Tabs.List>
        <div className={alone.includes(tab) ? styles.alone : styles.withPreview}>
          <Stack gap="md">
            <Problems draft={draft} />
            <Tabs.Panel value="overview">
              <OverviewTab {...draft} />
            </Tabs.Panel>
            <Tabs.Panel value="domains">
              <DomainsTab agencyName={stored.name} />
            </Tabs.Panel>
            <Tabs.Panel value="email">
              <EmailTab />
            </Tabs.Panel>
            <Tabs.Panel value="theme">
              <ThemeTab draft={draft} onFont={(asked, font) => setChecked({ asked, webFont: font })} />
            </Tabs.Panel>
            <Tabs.Panel value="tabs">
              <CustomTabsTab
                draft={draft}
                saved={stored.customTabs}
                opened={customTab}
                onOpen={(tabId) => navigate({ search: { tab: 'tabs', customTab: tabId } })}
              />
            </Tabs.Panel>
            <Tabs.Panel value="saas">
              <SaasTab {...draft} />
            </Tabs.Panel>
            <Tabs.Panel value="billing">
              <BillingTab {...draft} />
            </Tabs.Panel>
            <Tabs.Panel value="footer">
              <FooterTab {...draft} />
            </Tabs.Panel>
            <Tabs.Panel value="css">
              <CssTab {...draft} />
            </Tabs.Panel>
          </Stack>
          {!alone.includes(tab) && (
            <PreviewBeside>
              <AgencyPreview agency={previewed} webFont={webFont} />
            </PreviewBeside>
          )}
        </div>
      </Tabs>
      {leaving.status === 'blocked' && (
        <AskBefore
          title="Leave without saving?"
          act="Discard changes"
          onAct={leaving.proceed}
          onClose={leaving.reset}
        >
          The changes of the agency settings that are not saved are lost.
        </AskBefore>
      )}
    </Page>
  )
}

/** What was not saved, and what somebody else has saved meanwhile. */
function Problems({ draft }: { draft: ReturnType<typeof useAgencyDraft> }) {
  const { problems, changedMeanwhile, drop } = draft
  return (
    <>
      {problems.size > 0 && (
        <Alert color="red" role="alert" title="Not saved">
          {[...new Set(problems.values())].map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
      {changedMeanwhile.length > 0 && (
        <Alert color="yellow" title="Somebody else saved these settings meanwhile">
          Saving replaces what they saved.
          <Group mt="xs">
            <Button variant="default" size="xs" onClick={() => drop(changedMeanwhile)}>
              Take theirs
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}
