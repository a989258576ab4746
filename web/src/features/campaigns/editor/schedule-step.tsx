import {
  Checkbox,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import { mostPerMinute, usualPace } from '@parley/contracts/campaign/names.ts'
import { useQuery } from '@tanstack/react-query'
import { count } from '../../../design/dates/moment.tsx'
import { MomentField } from '../../../design/dates/moment-field.tsx'
import { Section } from '../../../design/pages/page.tsx'
import { agentQuery } from '../../../server/queries.ts'
import { clockOf, clockTimes, minutesOf } from '../words.ts'
import type { StepProps } from './campaign-editor.tsx'

const zones = (current: string) =>
  [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()

/** When it is sent, how fast, how often at most, and where answers come in. */
export function ScheduleStep({ place, settings, set, readOnly }: StepProps) {
  const { schedule, timeZone, quietHours, perMinute, cap, medium, startNode } = settings
  const agent = useQuery(agentQuery({ region: place.region, agentId: settings.agentId }))
  const nodes = agent.data?.enableNodes ? (agent.data.nodes ?? []) : []
  return (
    <Stack gap="md">
      <Section title="When">
        <SegmentedControl
          aria-label="When"
          fullWidth
          disabled={readOnly}
          data={[
            { value: 'now', label: 'When I start it' },
            { value: 'at', label: 'At a time' },
          ]}
          value={schedule.kind}
          onChange={(kind) =>
            set({
              schedule:
                kind === 'at'
                  ? { kind: 'at', at: localText(tomorrowAtNine()), inRecipientZone: false }
                  : { kind: 'now' },
            })
          }
        />
        {schedule.kind === 'at' && (
          <>
            <Group align="flex-end">
              <MomentField
                label="Time"
                value={new Date(schedule.at)}
                onChange={(at) => set({ schedule: { ...schedule, at: localText(at) } })}
              />
            </Group>
            <Checkbox
              label="In each recipient’s own time zone, where it is known"
              disabled={readOnly}
              checked={schedule.inRecipientZone}
              onChange={(event) =>
                set({ schedule: { ...schedule, inRecipientZone: event.currentTarget.checked } })
              }
            />
          </>
        )}
        <Select
          label="Time zone"
          description="Of the time and of quiet hours, for those whose own is not known"
          searchable
          allowDeselect={false}
          maw={360}
          readOnly={readOnly}
          data={zones(timeZone)}
          value={timeZone}
          onChange={(zone) => zone && set({ timeZone: zone })}
        />
      </Section>
      <Section
        title="Quiet hours"
        explanation="Nobody is written to within them. Messages wait until they end."
      >
        <Switch
          label="Keep quiet hours"
          disabled={readOnly}
          checked={quietHours !== undefined}
          onChange={(event) =>
            set({ quietHours: event.currentTarget.checked ? { from: 21 * 60, to: 8 * 60 } : undefined })
          }
        />
        {quietHours && (
          <Group>
            <Clock
              label="From"
              value={quietHours.from}
              onChange={(from) => set({ quietHours: { ...quietHours, from } })}
            />
            <Clock
              label="To"
              value={quietHours.to}
              onChange={(to) => set({ quietHours: { ...quietHours, to } })}
            />
          </Group>
        )}
      </Section>
      <Section title="Pace and frequency">
        <NumberInput
          label="Messages a minute, at most"
          description="Empty for as many as the channel takes for long"
          placeholder={count(usualPace[medium])}
          maw={360}
          min={1}
          max={mostPerMinute}
          allowDecimal={false}
          readOnly={readOnly}
          value={perMinute ?? ''}
          onChange={(value) => set({ perMinute: typeof value === 'number' ? value : undefined })}
        />
        <Switch
          label="Limit how often one person is written to"
          description="Messages of all campaigns of the workspace count"
          disabled={readOnly}
          checked={cap !== undefined}
          onChange={(event) =>
            set({ cap: event.currentTarget.checked ? { messages: 2, days: 7 } : undefined })
          }
        />
        {cap && (
          <Group>
            <NumberInput
              label="Messages"
              w={120}
              min={1}
              max={20}
              allowDecimal={false}
              value={cap.messages}
              onChange={(value) => typeof value === 'number' && set({ cap: { ...cap, messages: value } })}
            />
            <NumberInput
              label="Within days"
              w={120}
              min={1}
              max={30}
              allowDecimal={false}
              value={cap.days}
              onChange={(value) => typeof value === 'number' && set({ cap: { ...cap, days: value } })}
            />
          </Group>
        )}
      </Section>
      <Section
        title="Answers"
        explanation="They come to the agent, in the person’s conversation. It knows the variables of the campaign."
      >
        {nodes.length > 0 && (
          <Select
            label="Node at which an answer comes in"
            placeholder="As the conversation stands"
            clearable
            searchable
            maw={420}
            readOnly={readOnly}
            data={nodes.map((node) => ({ value: node.id, label: nodeName(node) }))}
            value={startNode ?? null}
            onChange={(node) => set({ startNode: node ?? undefined })}
          />
        )}
        {medium === 'email' ? (
          <TextInput
            label="Address for answers"
            description="Of people without a conversation on your website; empty for the sender"
            type="email"
            maw={420}
            maxLength={320}
            readOnly={readOnly}
            value={settings.replyTo ?? ''}
            onChange={(event) => set({ replyTo: event.currentTarget.value.trim() || undefined })}
          />
        ) : (
          nodes.length === 0 && (
            <Text size="sm" c="dimmed">
              The agent has no nodes, so it answers by its prompt.
            </Text>
          )
        )}
      </Section>
    </Stack>
  )
}

function Clock(props: { label: string; value: number; onChange: (value: number) => void }) {
  const shown = clockOf(props.value)
  return (
    <Select
      label={props.label}
      w={120}
      searchable
      allowDeselect={false}
      data={[...new Set([...clockTimes, shown])].toSorted()}
      value={shown}
      onChange={(value) => value && props.onChange(minutesOf(value))}
    />
  )
}

function tomorrowAtNine(): Date {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(9, 0, 0, 0)
  return at
}

/** A local time without zone. */
function localText(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
