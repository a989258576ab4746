import { SegmentedControl, Select, Skeleton, Stack, Text } from '@mantine/core'
import { renderedTemplate, renderedText } from '@parley/contracts/campaign/rendered-text.ts'
import type { CampaignSettings, CampaignStep } from '@parley/contracts/campaign/settings.ts'
import type { TemplateView } from '@parley/contracts/channel/template.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Section } from '../../../design/pages/page.tsx'
import { TemplatePreview } from '../../../shell/agent/template-preview.tsx'
import styles from '../campaigns.module.css'
import { audienceQuery, recipientsQuery } from '../queries.ts'
import type { StepProps } from './campaign-editor.tsx'
import { templateIn, useTemplates } from './template-text.tsx'

const nobody: Record<CampaignSettings['audience']['kind'], string> = {
  list: 'Upload a list to see the texts as one of its people gets them.',
  leads: 'No lead fits yet, so variables stay empty.',
  visitors: 'No visitor has allowed notifications yet, so variables stay empty.',
}

/** The texts as a recipient gets them: one of the list, or of the leads. */
export function Preview({ place, settings }: StepProps) {
  const { steps, audience, medium } = settings
  const [chosen, setChosen] = useState<string | null>(null)
  const [variant, setVariant] = useState<'a' | 'b'>('a')
  const { people, pending } = usePeople({ place, settings })
  const person = people.find(({ address }) => address === chosen) ?? people[0]
  const { sendable } = useTemplates(place, settings)
  const hasTwo = steps.some(({ b }) => b !== undefined)
  return (
    <div className={styles.preview}>
      <Section title="Preview">
        {pending ? (
          <Skeleton height={60} />
        ) : people.length > 0 ? (
          <Select
            label="As it reaches"
            searchable
            allowDeselect={false}
            data={people.map(({ address }) => address)}
            value={person?.address ?? null}
            onChange={setChosen}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {nobody[audience.kind]}
          </Text>
        )}
        {hasTwo && (
          <SegmentedControl
            aria-label="Text"
            data={[
              { value: 'a', label: 'Text A' },
              { value: 'b', label: 'Text B' },
            ]}
            value={variant}
            onChange={(value) => setVariant(value === 'b' ? 'b' : 'a')}
          />
        )}
        {pending && <Skeleton height={220} />}
        {(pending ? [] : steps).map((step, nth) => {
          const { subject = '', text } = variant === 'b' ? (step.b ?? step.a) : step.a
          const variables = person?.variables ?? {}
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
            <Stack key={nth} gap={4}>
              {nth > 0 && (
                <Text size="sm" c="dimmed">
                  {step.afterHours} hours later, without an answer
                </Text>
              )}
              {(medium === 'email' || medium === 'push') && (
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  <bdi>
                    {renderedText(subject, variables) || (medium === 'push' ? 'No title' : 'No subject')}
                  </bdi>
                </Text>
              )}
              {medium === 'whatsapp' ? (
                <TemplateShown step={step} templates={sendable} variables={variables} />
              ) : (
                <div className={styles.bubble} dir="auto">
                  {renderedText(text, variables) || '…'}
                </div>
              )}
              {medium === 'push' && (
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  Opens <bdi>{settings.link ?? 'the page on which the visitor was last'}</bdi>
                </Text>
              )}
            </Stack>
          )
        })}
      </Section>
    </div>
  )
}

function TemplateShown(props: {
  step: CampaignStep
  templates: readonly TemplateView[]
  variables: Readonly<Record<string, string>>
}) {
  const template = templateIn(props.step, props.templates)
  const filled = props.step.template && renderedTemplate(props.step.template, props.variables)
  if (!template || !filled) return <div className={styles.bubble}>…</div>
  return <TemplatePreview template={template} values={filled.values} />
}

/** Some of those whom it would reach. */
export function usePeople({ place, settings }: Pick<StepProps, 'place' | 'settings'>) {
  const ofLeads = useQuery(audienceQuery(place.region, settings))
  const isList = settings.audience.kind === 'list'
  const ofList = useInfiniteQuery({ ...recipientsQuery(place, undefined), enabled: isList })
  if (!isList) return { people: ofLeads.data?.examples ?? [], pending: ofLeads.isLoading }
  return { people: ofList.data?.pages.flatMap(({ items }) => items) ?? [], pending: ofList.isLoading }
}
