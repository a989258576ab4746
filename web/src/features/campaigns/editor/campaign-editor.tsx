import { Button, Group, Stack, Stepper, VisuallyHidden } from '@mantine/core'
import type { CampaignView } from '@parley/contracts/campaign/endpoints.ts'
import { mediumLabels } from '@parley/contracts/campaign/names.ts'
import type { CampaignSettings } from '@parley/contracts/campaign/settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { AskBefore } from '../../../design/notices/ask-before.tsx'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { Page } from '../../../design/pages/page.tsx'
import { useOnPhone } from '../../../design/use-on-phone.ts'
import { client, messageOf } from '../../../server/client.ts'
import { useLoaded } from '../../../server/overwriting.ts'
import { useMay } from '../../../shell/access/use-may.ts'
import { useWarningBeforeLeaving } from '../../../shell/drafts/leave-warning.ts'
import { CampaignActions } from '../campaign-actions.tsx'
import styles from '../campaigns.module.css'
import { type CampaignPlace, campaignQuery } from '../queries.ts'
import { type EditorStep, editorSteps } from '../search.ts'
import { CheckStep } from './check-step.tsx'
import { MessageStep } from './message-step.tsx'
import { RecipientsStep } from './recipients-step.tsx'
import { ScheduleStep } from './schedule-step.tsx'

const route = getRouteApi('/app/$region/campaigns/$campaignId')

export type StepProps = {
  place: CampaignPlace
  campaign: CampaignView
  settings: CampaignSettings
  /** Whether settings are not saved yet. */
  changed: boolean
  readOnly: boolean
  set: (change: Partial<CampaignSettings>) => void
}

const labels: Record<EditorStep, string> = {
  message: 'Message',
  recipients: 'Recipients',
  schedule: 'Schedule',
  check: 'Check and start',
}

/** The editor of a draft, in four steps. What was edited is saved when the next step is opened. */
export function CampaignEditor({ place, campaign }: { place: CampaignPlace; campaign: CampaignView }) {
  const { step = 'message' } = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const onPhone = useOnPhone()
  const readOnly = !useMay()('campaign.manage')
  const [edited, setEdited] = useState<CampaignSettings>()
  const settings = edited ?? campaign.settings
  const changed = edited !== undefined
  const loaded = useLoaded(changed)
  const save = useMutation({
    mutationFn: (body: CampaignSettings) => {
      const { region, campaignId } = place
      return client.call('campaigns.change', { params: { region, campaignId }, body }, { loaded })
    },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: campaignQuery(place).queryKey })
      setEdited(undefined)
    },
  })
  useWarningBeforeLeaving(changed)
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => changed && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  const open = async (next: EditorStep) => {
    if (edited !== undefined) await save.mutateAsync(edited)
    await navigate({ search: { step: next } })
  }
  const at = editorSteps.indexOf(step)
  const next = editorSteps[at + 1]
  const props: StepProps = {
    ...{ place, campaign, settings, changed, readOnly },
    set: (change) => setEdited({ ...settings, ...change }),
  }
  return (
    <Page
      wide
      title={campaign.name}
      purpose={`${mediumLabels[campaign.medium]}, draft. Nothing is sent before you start it.`}
      actions={!readOnly && <CampaignActions place={place} campaign={campaign} />}
    >
      <Stack gap="lg">
        <Stepper
          size="sm"
          active={at}
          onStepClick={(nth) => void open(editorSteps[nth] ?? 'message').catch(() => undefined)}
        >
          {editorSteps.map((each) => (
            <Stepper.Step
              key={each}
              // Labels do not fit beside each other on phones.
              label={onPhone ? <VisuallyHidden>{labels[each]}</VisuallyHidden> : labels[each]}
              allowStepSelect
            />
          ))}
        </Stepper>
        {save.error && <ProblemAlert title="Not saved">{messageOf(save.error)}</ProblemAlert>}
        {step === 'message' && <MessageStep {...props} />}
        {step === 'recipients' && <RecipientsStep {...props} />}
        {step === 'schedule' && <ScheduleStep {...props} />}
        {step === 'check' && <CheckStep {...props} />}
      </Stack>
      <Group justify="flex-end" className={styles.footer ?? ''}>
        {changed && (
          <Button
            variant="default"
            loading={save.isPending}
            onClick={() => save.mutate(settings, { onSuccess: () => noticeSuccess('Saved') })}
          >
            Save draft
          </Button>
        )}
        {next && (
          <Button loading={save.isPending} onClick={() => void open(next).catch(() => undefined)}>
            Continue to {labels[next].toLowerCase()}
          </Button>
        )}
      </Group>
      {leaving.status === 'blocked' && (
        <AskBefore
          title="Leave without saving?"
          act="Discard changes"
          onAct={leaving.proceed}
          onClose={leaving.reset}
        >
          The campaign {campaign.name} has changes that are not saved.
        </AskBefore>
      )}
    </Page>
  )
}
