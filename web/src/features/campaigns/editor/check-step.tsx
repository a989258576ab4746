import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { mediumLabels, usualPace } from '@parley/contracts/campaign/names.ts'
import { IconAlertTriangle, IconCoins, IconSend } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '../../../design/dates/moment.tsx'
import { AskBefore } from '../../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { Section } from '../../../design/pages/page.tsx'
import { client, messageOf } from '../../../server/client.ts'
import styles from '../campaigns.module.css'
import { audienceQuery } from '../queries.ts'
import { clockOf } from '../words.ts'
import type { StepProps } from './campaign-editor.tsx'
import { emptyVariables } from './empty-variables.ts'
import { Preview, usePeople } from './preview.tsx'

/** What is about to happen, a message to oneself, and the start. */
export function CheckStep(props: StepProps) {
  const { place, campaign, settings, readOnly } = props
  const { audience, schedule, quietHours, steps, medium, cap } = settings
  const ofLeads = useQuery(audienceQuery(place.region, settings))
  const recipients = audience.kind === 'list' ? campaign.recipients : ofLeads.data?.recipients
  const pace = settings.perMinute ?? usualPace[medium]
  const minutes = Math.ceil((recipients ?? 0) / pace)
  const { people } = usePeople({ place, settings })
  const empty = emptyVariables(steps, people)
  return (
    <div className={styles.beside}>
      <Stack gap="md">
        <Section title="What happens">
          <dl className={styles.facts}>
            <dt>Recipients</dt>
            <dd>
              {recipients === undefined
                ? '…'
                : `${ofLeads.data?.more ? 'More than ' : ''}${count(recipients)}`}
              {audience.kind !== 'list' && audience.live && `, and ${audience.kind} that come later`}
            </dd>
            <dt>Messages</dt>
            <dd>
              {steps.length === 1 ? 'One' : `Up to ${steps.length}, until they answer`} by{' '}
              {mediumLabels[medium]}
              {steps[0]?.b && ', in two texts'}
            </dd>
            <dt>When</dt>
            <dd>
              {schedule.kind === 'now'
                ? 'As soon as you start it'
                : `${schedule.at.replace('T', ' ')}, ${schedule.inRecipientZone ? 'in each recipient’s time zone' : settings.timeZone}`}
              {quietHours && `; never from ${clockOf(quietHours.from)} to ${clockOf(quietHours.to)}`}
            </dd>
            <dt>Pace</dt>
            <dd>
              Up to {count(pace)} a minute
              {minutes > 1 && `, so that all are written to within about ${durationOf(minutes)}`}
            </dd>
            {cap && (
              <>
                <dt>At most</dt>
                <dd>
                  {cap.messages} messages of campaigns to one person within {cap.days} days
                </dd>
              </>
            )}
          </dl>
        </Section>
        <Alert icon={<IconCoins size={18} />} title="Sending costs no credits">
          When people answer, the replies of the agent cost what they always do. What a provider charges for
          messages is billed by the provider.
        </Alert>
        {empty.length > 0 && (
          <Alert color="orange" icon={<IconAlertTriangle size={18} />} title="Variables that stay empty">
            No recipient looked at has a value for <bdi>{empty.join(', ')}</bdi>. They get what stands behind
            “|”, or nothing.
          </Alert>
        )}
        {!readOnly && <TestMessage {...props} />}
        {!readOnly && <Start {...props} recipients={recipients} />}
      </Stack>
      <Preview {...props} />
    </div>
  )
}

function TestMessage({ place, settings, changed }: StepProps) {
  const { region, campaignId } = place
  const [contactId, setContactId] = useState('')
  const isMail = settings.medium === 'email'
  const toOneself = isMail || settings.medium === 'push'
  const send = useMutation({
    mutationFn: (variant: 'a' | 'b') =>
      client.call('campaigns.test', {
        params: { region, campaignId },
        body: { step: 0, variant, ...(toOneself ? {} : { contactId: contactId.trim() }) },
      }),
    onSuccess: () =>
      noticeSuccess(isMail ? 'Sent to your own address' : toOneself ? 'Sent to your own browsers' : 'Sent'),
  })
  return (
    <Section
      title="Try it"
      explanation={
        isMail
          ? 'The first message is mailed to your own address.'
          : toOneself
            ? 'The first message is shown in the browsers in which you have turned on push notifications.'
            : 'The first message is sent to a contact of the channel, such as yourself. It stands in their conversation.'
      }
    >
      {send.error && <ProblemAlert>{messageOf(send.error)}</ProblemAlert>}
      <Group align="flex-end">
        {!toOneself && (
          <TextInput
            label="Contact"
            maxLength={200}
            value={contactId}
            onChange={(event) => setContactId(event.currentTarget.value)}
          />
        )}
        <Button
          variant="default"
          loading={send.isPending}
          disabled={changed || (!toOneself && contactId.trim() === '')}
          onClick={() => send.mutate('a')}
        >
          {settings.steps[0]?.b ? 'Send text A' : 'Send me a message'}
        </Button>
        {settings.steps[0]?.b && (
          <Button
            variant="default"
            loading={send.isPending}
            disabled={changed || (!toOneself && contactId.trim() === '')}
            onClick={() => send.mutate('b')}
          >
            Send text B
          </Button>
        )}
      </Group>
    </Section>
  )
}

function Start({
  place,
  campaign,
  settings,
  changed,
  recipients,
}: StepProps & { recipients: number | undefined }) {
  const { region, campaignId } = place
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState(false)
  const start = useMutation({
    mutationFn: () => client.call('campaigns.start', { params: { region, campaignId } }),
    async onSuccess() {
      setAsked(false)
      await Promise.all(
        ['campaign', 'campaigns'].map((key) => queryClient.invalidateQueries({ queryKey: [key, region] })),
      )
      noticeSuccess('The campaign has started')
    },
    onError(error) {
      setAsked(false)
      noticeError(error)
    },
  })
  const nobody = recipients === 0 && !(settings.audience.kind !== 'list' && settings.audience.live)
  return (
    <Group justify="flex-end">
      <Button
        leftSection={<IconSend size={16} />}
        disabled={changed || nobody || recipients === undefined}
        onClick={() => setAsked(true)}
      >
        {settings.schedule.kind === 'now' ? 'Start campaign' : 'Schedule campaign'}
      </Button>
      {asked && (
        <AskBefore
          title={`Start ${campaign.name}?`}
          act={settings.schedule.kind === 'now' ? 'Start campaign' : 'Schedule campaign'}
          pending={start.isPending}
          onAct={() => start.mutate()}
          onClose={() => setAsked(false)}
        >
          {count(recipients ?? 0)} {recipients === 1 ? 'person is' : 'people are'} written to by{' '}
          {mediumLabels[settings.medium]}. You can pause or cancel it at any time; messages that were sent
          can’t be taken back.
        </AskBefore>
      )}
    </Group>
  )
}

function durationOf(minutes: number): string {
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours < 72 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`
}
