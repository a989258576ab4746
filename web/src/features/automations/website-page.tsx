import { Badge, Button, Card, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { CrawlRunView } from '@parley/contracts/knowledge/crawl-endpoints.ts'
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { count, exactTime, Moment } from '../../design/dates/moment.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page, Section } from '../../design/pages/page.tsx'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './automations.module.css'
import { CrawlMenu } from './crawl-menu.tsx'
import {
  changesWords,
  pagesWords,
  rateNames,
  reasonNames,
  stateColors,
  stateNames,
  tookWords,
} from './crawl-words.ts'
import { PageDrawer } from './page-drawer.tsx'
import { type WebsitePlace, websiteQuery } from './queries.ts'
import { RunChanges } from './run-changes.tsx'
import { TouchedAnswers, TouchedTests } from './touched.tsx'
import { useCrawlAct } from './use-crawl-act.ts'

const route = getRouteApi('/app/$region/automations/$agent/$sourceId')

/** A website with its last runs, and what the chosen one changed. */
export function WebsitePage() {
  const { region } = useWorkspace()
  // Not `agentId`: the frame would be that of the agent.
  const { agent: agentId, sourceId } = route.useParams()
  const place = { region, agentId, sourceId }
  const { run: chosen, page } = route.useSearch()
  const navigate = route.useNavigate()
  const website = useQuery(websiteQuery(place))
  if (!website.data)
    return (
      <Page wide title="Website">
        {website.isError ? (
          <FailedList
            title="The website could not be loaded"
            error={website.error}
            onRetry={() => website.refetch()}
          />
        ) : (
          <LoadingRows rows={3} height={160} />
        )}
      </Page>
    )
  const { name, url, agent, state, refreshRate, nextRunAt, runs } = website.data
  const run = runs.find(({ crawlId }) => crawlId === chosen) ?? runs[0]
  return (
    <Page
      wide
      title={name}
      purpose={
        <>
          {url} · Read by{' '}
          <AnchorLink to="/app/$region/agents/$agentId/overview" params={{ region, agentId }}>
            <bdi>{agent}</bdi>
          </AnchorLink>
        </>
      }
      actions={
        <>
          <RunOrStop place={place} name={name} running={state === 'reading'} />
          <CrawlMenu website={website.data} />
        </>
      }
    >
      <Stack gap="md">
        <Group gap="sm">
          <Badge variant="light" color={stateColors[state]}>
            {stateNames[state]}
          </Badge>
          <Text c="dimmed">
            {refreshRate === 'never' ? 'Read again only when somebody asks' : rateNames[refreshRate]}
            {nextRunAt && (
              <>
                , next <Moment at={nextRunAt} />
              </>
            )}
          </Text>
        </Group>
        {run && (
          <div className={styles.columns}>
            <Card p={0} component="nav" aria-label="Runs">
              <ul className={styles.runs}>
                {runs.map((one) => (
                  <li key={one.crawlId}>
                    <UnstyledButton
                      className={styles.run}
                      aria-current={one === run}
                      onClick={() => void navigate({ search: { run: one.crawlId } })}
                    >
                      <Text component="span" fw={500} display="block">
                        <Moment at={one.startedAt} />
                      </Text>
                      <Text
                        component="span"
                        size="sm"
                        display="block"
                        c={one.outcome === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
                      >
                        {changesWords(one)}
                      </Text>
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            </Card>
            <Stack gap="md" miw={0}>
              <Summary run={run} />
              <RunChanges
                place={{ ...place, crawlId: run.crawlId }}
                run={run}
                onOpen={(pageId) => void navigate({ search: { run: run.crawlId, page: pageId } })}
              />
              <TouchedAnswers place={{ ...place, crawlId: run.crawlId }} run={run} />
              <TouchedTests place={{ ...place, crawlId: run.crawlId }} run={run} />
            </Stack>
          </div>
        )}
      </Stack>
      {run && page && (
        <PageDrawer
          key={`${run.crawlId} ${page}`}
          place={{ ...place, crawlId: run.crawlId, pageId: page }}
          onClose={() => void navigate({ search: { run: run.crawlId } })}
        />
      )}
    </Page>
  )
}

function RunOrStop(props: { place: WebsitePlace; name: string; running: boolean }) {
  const act = useCrawlAct(props.place, props.name)
  if (!useMay()('knowledge.manage')) return null
  return props.running ? (
    <Button
      variant="default"
      leftSection={<IconPlayerStop size={16} />}
      loading={act.isPending}
      onClick={() => act.mutate('stop')}
    >
      Stop reading
    </Button>
  ) : (
    <Button leftSection={<IconRefresh size={16} />} loading={act.isPending} onClick={() => act.mutate('run')}>
      Run now
    </Button>
  )
}

function Summary({ run }: { run: CrawlRunView }) {
  const { reason, startedAt, endedAt, outcome, fault, limited, checked, pages, failed } = run
  return (
    <Section
      title={reasonNames[reason]}
      explanation={`${exactTime(new Date(startedAt))}${endedAt ? `, took ${tookWords(startedAt, endedAt)}` : ', running'}`}
    >
      <Text>
        {pagesWords(checked)} looked at: {changesWords(run).toLowerCase()}
        {failed > 0 && `, ${count(failed)} not read`}. {pagesWords(pages)}{' '}
        {endedAt === undefined ? 'so far' : 'after it'}.
      </Text>
      {fault && (
        <Text c={outcome === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} role="alert">
          {fault}
        </Text>
      )}
      {limited && (
        <Text c="dimmed">
          There are more pages than the page limit of this website lets the crawler read.
        </Text>
      )}
    </Section>
  )
}
