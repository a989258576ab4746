import { Button, Group, Menu, Stack, Tabs } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import {
  IconBook2,
  IconChevronDown,
  IconFileUpload,
  IconHistory,
  IconListCheck,
  IconPencil,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { testCasesQuery, testRunsQuery } from '../../server/tests.ts'
import { useTools } from '../../server/tools.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { CaseDrawer } from './case-drawer.tsx'
import { CaseList } from './case-list.tsx'
import { ImportDrawer } from './import-drawer.tsx'
import { PublishGateSwitch } from './publish-gate-switch.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { RunDialog } from './run-dialog.tsx'
import { RunList } from './run-list.tsx'
import { RunResults } from './run-results.tsx'
import type { TestsSearch } from './search.ts'
import { SuggestionsDrawer } from './suggestions-drawer.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/tests')

/** The test cases of an agent, and their runs against the draft and the published version. */
export function TestsPage() {
  const place = useAgentPlace()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const cases = useQuery(testCasesQuery(place))
  // The fields of a test depend on whether there are functions: those of the drawer would move once it is known.
  const isLoadingTools = useTools().isLoading
  const running = useQuery(testRunsQuery(place)).data?.find(({ outcome }) => outcome === undefined)
  const [chosen, setChosen] = useState<readonly string[]>()
  const set = (given: TestsSearch) => void navigate({ search: (before) => ({ ...before, ...given }) })
  const some = (cases.data?.length ?? 0) > 0
  /** Until they are known, the page is laid out as with tests. */
  const expected = some || cases.isPending
  const askToRun = () => {
    if (!some) return
    if (running) set({ run: running.runId })
    else setChosen([])
  }
  useHotkeys([
    ['n', () => set({ testCase: 'new' })],
    ['r', askToRun],
  ])

  if (search.run)
    return (
      <RunResults
        runId={search.run}
        onClose={() => set({ run: undefined, all: undefined, testCase: undefined })}
      />
    )
  const opened = cases.data?.find(({ caseId }) => caseId === search.testCase)
  return (
    <Page
      wide
      title="Tests"
      purpose="Questions and dialogues with their expected answers. Run them before you publish."
      actions={
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconHistory size={16} />}
            onClick={() => (running ? set({ run: running.runId }) : set({ replay: true }))}
          >
            Replay conversations
          </Button>
          {expected && (
            <>
              <AddMenu onAdd={set} />
              <Button disabled={!some} leftSection={<IconPlayerPlay size={16} />} onClick={askToRun}>
                {running ? 'View run' : 'Run tests'}
              </Button>
            </>
          )}
        </Group>
      }
    >
      {cases.isError && (
        <FailedList
          title="The tests could not be loaded"
          error={cases.error}
          onRetry={() => cases.refetch()}
        />
      )}
      {cases.data && !some && search.listed !== 'runs' && (
        <EmptyList
          icon={<IconListCheck size={24} />}
          title="No tests yet"
          explanation="A test is a question or a whole dialogue with what the answer should contain: facts, a source, a function call, a handover. Check every change to your agent against all tests before visitors see it."
          action={
            <Group justify="center" gap="sm">
              <Button leftSection={<IconBook2 size={16} />} onClick={() => set({ addTests: 'knowledge' })}>
                Suggest from knowledge
              </Button>
              <AddMenu onAdd={set} />
            </Group>
          }
        />
      )}
      {(expected || search.listed === 'runs') && (
        <Tabs
          value={search.listed ?? 'cases'}
          onChange={(tab) => set({ listed: tab === 'runs' ? 'runs' : undefined })}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="cases">Test cases</Tabs.Tab>
            <Tabs.Tab value="runs">Runs</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="cases">
            <Stack gap="md">
              {expected && <PublishGateSwitch />}
              {cases.isPending ? (
                <LoadingRows rows={5} height={64} />
              ) : (
                <CaseList cases={cases.data ?? []} onRun={running ? undefined : setChosen} />
              )}
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="runs">
            <RunList />
          </Tabs.Panel>
        </Tabs>
      )}
      {(search.testCase === 'new' || opened) && !isLoadingTools && (
        <CaseDrawer key={search.testCase} known={opened} onClose={() => set({ testCase: undefined })} />
      )}
      {search.addTests === 'file' && <ImportDrawer onClose={() => set({ addTests: undefined })} />}
      {search.addTests === 'knowledge' && <SuggestionsDrawer onClose={() => set({ addTests: undefined })} />}
      {search.replay && (
        <ReplayDialog
          conversationId={search.replay === true ? undefined : search.replay}
          onClose={() => set({ replay: undefined })}
          onStarted={(run) => set({ run, replay: undefined })}
        />
      )}
      {chosen && (
        <RunDialog
          caseIds={chosen.length > 0 ? chosen : undefined}
          onClose={() => setChosen(undefined)}
          onStarted={(run) => set({ run })}
        />
      )}
    </Page>
  )
}

function AddMenu(props: { onAdd: (search: TestsSearch) => void }) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} />}>
          Add test
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => props.onAdd({ testCase: 'new' })}>
          Write a test
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileUpload size={16} />}
          onClick={() => props.onAdd({ addTests: 'file' })}
        >
          Import a file
        </Menu.Item>
        <Menu.Item
          leftSection={<IconBook2 size={16} />}
          onClick={() => props.onAdd({ addTests: 'knowledge' })}
        >
          Suggest from knowledge
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
