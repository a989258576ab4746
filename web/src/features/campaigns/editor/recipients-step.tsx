import {
  Alert,
  Group,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { droppedLabels, droppedReasons } from '@parley/contracts/campaign/names.ts'
import type { Audience } from '@parley/contracts/campaign/settings.ts'
import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { channelNames } from '../../../design/channel-name.ts'
import { count } from '../../../design/dates/moment.tsx'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { Section } from '../../../design/pages/page.tsx'
import { messageOf } from '../../../server/client.ts'
import { audienceQuery } from '../queries.ts'
import type { StepProps } from './campaign-editor.tsx'
import { ListUpload } from './list-upload.tsx'

const statuses = [
  { value: 'new', label: 'New' },
  { value: 'contacted', label: 'Contacted' },
  { value: 'qualified', label: 'Qualified' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
]
type OfLeads = Extract<Audience, { kind: 'leads' }>
type OfVisitors = Extract<Audience, { kind: 'visitors' }>

const first: Record<Audience['kind'], Audience> = {
  list: { kind: 'list' },
  leads: { kind: 'leads', live: false },
  visitors: { kind: 'visitors', live: false },
}

/** Who gets it: a list that is uploaded, leads of the agent, or its visitors who allowed notifications. */
export function RecipientsStep(props: StepProps) {
  const { settings, set, readOnly, campaign } = props
  const { audience } = settings
  return (
    <Section
      title="Recipients"
      explanation="Only people who agreed to get messages. Who opted out is left out on every list."
    >
      <SegmentedControl
        aria-label="Recipients"
        fullWidth
        disabled={readOnly || campaign.recipients > 0}
        data={[
          settings.medium === 'push'
            ? { value: 'visitors', label: 'Website visitors' }
            : { value: 'list', label: 'Upload a list' },
          { value: 'leads', label: 'Leads of the agent' },
        ]}
        value={audience.kind}
        onChange={(kind) => set({ audience: first[kind] })}
      />
      {audience.kind === 'list' && <ListUpload {...props} />}
      {audience.kind === 'leads' && <LeadFilters {...props} audience={audience} />}
      {audience.kind === 'visitors' && <VisitorFilters {...props} audience={audience} />}
    </Section>
  )
}

function VisitorFilters({ place, settings, set, readOnly, audience }: StepProps & { audience: OfVisitors }) {
  const { kind, live, tag } = audience
  return (
    <Stack gap="md">
      <TextInput
        label="Tag of their newest conversation"
        placeholder="Any"
        maw={420}
        maxLength={100}
        readOnly={readOnly}
        value={tag ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set({ audience: { kind, live, ...(value === '' ? {} : { tag: value }) } })
        }
      />
      <Switch
        label="Add visitors who allow them later"
        description="The campaign then runs until you cancel it. Otherwise its recipients are those who fit when it starts."
        disabled={readOnly}
        checked={live}
        onChange={(event) => set({ audience: { ...audience, live: event.currentTarget.checked } })}
      />
      <Text size="sm" c="dimmed">
        Visitors who allowed notifications get it. The chat offers them where “Offer notifications” is on in
        the agent’s settings.
      </Text>
      <AudienceCount place={place} settings={settings} />
    </Stack>
  )
}

function LeadFilters({ place, settings, set, readOnly, audience }: StepProps & { audience: OfLeads }) {
  const change = (changed: Partial<Record<keyof OfLeads, unknown>>) => {
    const entries = Object.entries({ ...audience, ...changed }).filter(
      ([, value]) => value !== undefined && value !== '' && value !== null,
    )
    set({ audience: Object.fromEntries(entries) as OfLeads })
  }
  const { field } = audience
  return (
    <Stack gap="md">
      <Group grow align="flex-start">
        <Select
          label="Status"
          placeholder="Any"
          clearable
          readOnly={readOnly}
          data={statuses}
          value={audience.status ?? null}
          onChange={(status) => change({ status })}
        />
        <Select
          label="Came through"
          placeholder="Any channel"
          clearable
          readOnly={readOnly}
          data={Object.entries(channelNames)
            .filter(([value]) => value !== 'test-panel')
            .map(([value, label]) => ({ value, label }))}
          value={audience.channel ?? null}
          onChange={(channel) => change({ channel })}
        />
      </Group>
      <Group grow align="flex-start">
        <TextInput
          label="Tag of their newest conversation"
          placeholder="Any"
          maxLength={100}
          readOnly={readOnly}
          value={audience.tag ?? ''}
          onChange={(event) => change({ tag: event.currentTarget.value })}
        />
        <TextInput
          label="Detail with their consent"
          description="Only leads whose detail says yes"
          placeholder="Such as newsletter"
          maxLength={64}
          readOnly={readOnly}
          value={audience.consentField ?? ''}
          onChange={(event) => change({ consentField: event.currentTarget.value })}
        />
      </Group>
      <Group grow align="flex-start">
        <TextInput
          label="Another detail"
          placeholder="Such as city"
          maxLength={64}
          readOnly={readOnly}
          value={field?.name ?? ''}
          onChange={(event) => {
            const name = event.currentTarget.value
            change({ field: name === '' ? undefined : { name, is: field?.is ?? '' } })
          }}
        />
        <TextInput
          label="Is"
          maxLength={200}
          disabled={!field}
          readOnly={readOnly}
          value={field?.is ?? ''}
          onChange={(event) => field && change({ field: { ...field, is: event.currentTarget.value } })}
        />
      </Group>
      <Switch
        label="Add leads that come later"
        description="The campaign then runs until you cancel it. Otherwise its recipients are those who fit when it starts."
        disabled={readOnly}
        checked={audience.live}
        onChange={(event) => change({ live: event.currentTarget.checked })}
      />
      <AudienceCount place={place} settings={settings} />
    </Stack>
  )
}

/** How many it would reach now, counted anew as filters change. */
export function AudienceCount({ place, settings }: Pick<StepProps, 'place' | 'settings'>) {
  const [asked] = useDebouncedValue(settings, 400)
  const audience = useQuery({ ...audienceQuery(place.region, asked), placeholderData: keepPreviousData })
  if (audience.isError && !audience.data) return <ProblemAlert>{messageOf(audience.error)}</ProblemAlert>
  if (!audience.data) return <Skeleton height={74} />
  const { recipients, more, dropped } = audience.data
  const reasons = droppedReasons.filter((reason) => dropped[reason])
  return (
    <Alert
      icon={<IconUsers size={18} />}
      role="status"
      title={`${more ? 'More than ' : ''}${count(recipients)} ${recipients === 1 && !more ? 'recipient' : 'recipients'} now`}
    >
      {reasons.length === 0
        ? 'Nobody who fits is left out.'
        : `Left out: ${reasons.map((reason) => `${count(dropped[reason] ?? 0)} – ${droppedLabels[reason].toLowerCase()}`).join('; ')}.`}
    </Alert>
  )
}
