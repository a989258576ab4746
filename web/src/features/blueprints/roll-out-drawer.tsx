import { Button, Checkbox, Group, Radio, SegmentedControl, Stack, Text } from '@mantine/core'
import type { BlueprintStanding } from '@parley/contracts/agent/blueprint-endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchField } from '../../design/fields/search-field.tsx'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { fieldLabel } from '../../store/agent-fields.ts'
import { readableChange } from '../../store/readable-value.ts'
import styles from './blueprints.module.css'
import type { BlueprintPlace } from './queries.ts'
import { agentsWords, conflictsWords, isUpToDate } from './rollout-words.ts'
import { Standing } from './standing.tsx'

type Side = 'keep' | 'replace'
/** Fewer are found without a search. */
const searchedFrom = 8

/** Chooses the agents of a rollout and whose value each conflict takes, and starts it. */
export function RollOutDrawer(props: {
  place: BlueprintPlace
  version: number
  standings: BlueprintStanding[]
  onClose: () => void
  onStarted: (rolloutId: string) => void
}) {
  const { place, version, standings } = props
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(standings.filter((one) => !isUpToDate(one)).map(({ agentId }) => agentId)),
  )
  const [as, setAs] = useState<'draft' | 'published'>('draft')
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const [q, setQ] = useState('')
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const targets = standings.filter(({ agentId }) => chosen.has(agentId))
  const conflicts = targets.flatMap(({ agentId, conflicts: of }) =>
    of.map(({ path }) => keyOf(agentId, path)),
  )
  const undecided = conflicts.filter((key) => !sides[key]).length
  const start = useMutation({
    mutationFn: () =>
      client.call(
        'blueprints.rollOut',
        {
          params: place,
          body: {
            ...{ version, as, conflicts: 'keep' },
            targets: targets.map(({ agentId, conflicts: of }) => ({
              agentId,
              ...decided(agentId, of, sides),
            })),
          },
        },
        { idempotencyKey },
      ),
    onSuccess: async ({ rolloutId }) => {
      await queryClient.invalidateQueries({ queryKey: ['blueprint', place.region] })
      props.onStarted(rolloutId)
    },
  })
  const found = standings.filter(({ title }) => title.toLocaleLowerCase().includes(q.toLocaleLowerCase()))
  const toggle = (agentId: string) => {
    const next = new Set(chosen)
    if (!next.delete(agentId)) next.add(agentId)
    setChosen(next)
  }
  const decideAll = (side: Side) => setSides(Object.fromEntries(conflicts.map((key) => [key, side])))
  const all = found.length > 0 && found.every(({ agentId }) => chosen.has(agentId))
  return (
    <FramedDrawer
      title={`Roll out version ${version}`}
      kind="Agents take what they have not changed themselves"
      width="wide"
      onClose={props.onClose}
      footer={
        <>
          {undecided > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {conflictsWords(undecided)} to decide
            </Text>
          )}
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            disabled={targets.length === 0 || undecided > 0}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {as === 'draft' ? 'Leave drafts at' : 'Publish to'} {agentsWords(targets.length)}
          </Button>
        </>
      }
    >
      {start.error && <ProblemAlert>{messageOf(start.error)}</ProblemAlert>}
      <Stack gap={4}>
        <SegmentedControl
          aria-label="How"
          data={[
            { value: 'draft', label: 'As drafts' },
            { value: 'published', label: 'Published' },
          ]}
          value={as}
          onChange={(value) => setAs(value === 'draft' ? 'draft' : 'published')}
        />
        <Text size="sm" c="dimmed">
          {as === 'draft'
            ? 'Each agent shows what waits to be taken into its draft. Visitors meet nothing new until somebody publishes.'
            : 'Visitors meet it at once. An agent that may not be published, since its tests have to pass first or a canary is running, is left with a draft.'}
        </Text>
      </Stack>
      {conflicts.length > 0 && (
        <Group gap="xs">
          <Text flex="1 1 200px">
            {conflictsWords(conflicts.length)}: the agent and the blueprint changed the same.
          </Text>
          <Button size="xs" variant="default" onClick={() => decideAll('keep')}>
            Keep all of the agents’
          </Button>
          <Button size="xs" variant="default" onClick={() => decideAll('replace')}>
            Take all of the blueprint’s
          </Button>
        </Group>
      )}
      {standings.length >= searchedFrom && (
        <SearchField
          label="Search agents"
          placeholder="Search by name"
          value={q}
          onSearch={(to) => setQ(to ?? '')}
        />
      )}
      <Checkbox
        label={q ? 'All that are found' : 'All agents'}
        checked={all}
        indeterminate={!all && found.some(({ agentId }) => chosen.has(agentId))}
        onChange={() => {
          const others = [...chosen].filter((id) => !found.some(({ agentId }) => agentId === id))
          setChosen(new Set(all ? others : [...others, ...found.map(({ agentId }) => agentId)]))
        }}
      />
      <ul className={styles.targets}>
        {found.map((standing) => (
          <li key={standing.agentId}>
            <Group gap="sm" align="center">
              <Checkbox
                flex="1 1 200px"
                label={<bdi>{standing.title}</bdi>}
                checked={chosen.has(standing.agentId)}
                onChange={() => toggle(standing.agentId)}
              />
              <Standing standing={standing} />
            </Group>
            {chosen.has(standing.agentId) &&
              standing.conflicts.map(({ path, blueprint, agent }) => (
                <Radio.Group
                  key={path}
                  className={styles.conflict}
                  label={fieldLabel(path)}
                  value={sides[keyOf(standing.agentId, path)] ?? null}
                  onChange={(value) =>
                    setSides({
                      ...sides,
                      [keyOf(standing.agentId, path)]: value === 'keep' ? 'keep' : 'replace',
                    })
                  }
                >
                  <Stack gap={6} mt={4}>
                    <Radio value="keep" label="Keep the agent’s" description={shownValue(path, agent)} />
                    <Radio
                      value="replace"
                      label="Take the blueprint’s"
                      description={shownValue(path, blueprint)}
                    />
                  </Stack>
                </Radio.Group>
              ))}
          </li>
        ))}
      </ul>
    </FramedDrawer>
  )
}

/** A value that came as JSON in lines that people read. */
function shownValue(path: string, value: string | undefined): string {
  if (value === undefined) return 'Removed'
  try {
    return readableChange(path, undefined, JSON.parse(value)).after
  } catch {
    return value
  }
}

const keyOf = (agentId: string, path: string) => `${agentId} ${path}`

function decided(
  agentId: string,
  conflicts: BlueprintStanding['conflicts'],
  sides: Readonly<Record<string, Side>>,
): Record<Side, string[]> {
  const of = (side: Side) =>
    conflicts.flatMap(({ path }) => (sides[keyOf(agentId, path)] === side ? [path] : []))
  return { keep: of('keep'), replace: of('replace') }
}
