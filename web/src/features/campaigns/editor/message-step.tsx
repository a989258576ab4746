import { Button, Card, Group, NumberInput, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import {
  type CampaignMedium,
  mostOfLink,
  mostOfSubject,
  mostOfText,
  mostSteps,
} from '@parley/contracts/campaign/names.ts'
import { variablesIn } from '@parley/contracts/campaign/rendered-text.ts'
import type { CampaignSettings, CampaignStep } from '@parley/contracts/campaign/settings.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Section } from '../../../design/pages/page.tsx'
import styles from '../campaigns.module.css'
import type { CampaignPlace } from '../queries.ts'
import type { StepProps } from './campaign-editor.tsx'
import { Preview } from './preview.tsx'
import { TemplateText } from './template-text.tsx'

/** The texts: one message, or several that end when the person answers, and of the first a second text to compare. */
export function MessageStep(props: StepProps) {
  const { settings, set, readOnly } = props
  const { steps } = settings
  const change = (nth: number, changed: CampaignStep) => set({ steps: steps.with(nth, changed) })
  return (
    <div className={styles.beside}>
      <Stack gap="md">
        {steps.map((step, nth) => (
          <StepFields
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
            key={nth}
            nth={nth}
            step={step}
            place={props.place}
            settings={settings}
            readOnly={readOnly}
            onChange={(changed) => change(nth, changed)}
            {...(nth > 0 && { onRemove: () => set({ steps: steps.toSpliced(nth, 1) }) })}
          />
        ))}
        {settings.medium === 'push' && (
          <Section title="Link">
            <TextInput
              label="Address that a click opens"
              description="Empty for the page on which the visitor was last"
              placeholder="https://"
              type="url"
              maxLength={mostOfLink}
              readOnly={readOnly}
              value={settings.link ?? ''}
              onChange={(event) => set({ link: event.currentTarget.value.trim() || undefined })}
            />
          </Section>
        )}
        {!readOnly && steps.length < mostSteps && (
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} />}
              onClick={() => set({ steps: [...steps, { afterHours: 24, a: { text: '' } }] })}
            >
              Add a follow-up
            </Button>
            <Text size="sm" c="dimmed">
              Follow-ups end for whoever answers.
            </Text>
          </Group>
        )}
      </Stack>
      <Preview {...props} />
    </div>
  )
}

function StepFields(props: {
  nth: number
  step: CampaignStep
  place: CampaignPlace
  settings: CampaignSettings
  readOnly: boolean
  onChange: (step: CampaignStep) => void
  onRemove?: () => void
}) {
  const { nth, step, settings, readOnly, onChange, onRemove } = props
  const title = nth === 0 ? 'Message' : `Follow-up ${nth}`
  return (
    <Section
      title={title}
      explanation={
        nth === 0
          ? 'Variables such as {{name}} are the columns of your list or the details of a lead. {{name|there}} says “there” where there is no name.'
          : undefined
      }
      actions={
        onRemove &&
        !readOnly && (
          <Button variant="default" size="xs" leftSection={<IconTrash size={14} />} onClick={onRemove}>
            Remove
          </Button>
        )
      }
    >
      {nth > 0 && (
        <NumberInput
          label="Hours after the message before"
          w={240}
          min={1}
          max={8_760}
          allowDecimal={false}
          readOnly={readOnly}
          value={step.afterHours}
          onChange={(value) => typeof value === 'number' && onChange({ ...step, afterHours: value })}
        />
      )}
      {settings.medium === 'whatsapp' ? (
        <Card p="md">
          <TemplateText
            place={props.place}
            settings={settings}
            step={step}
            readOnly={readOnly}
            onChange={onChange}
          />
        </Card>
      ) : (
        <Texts
          step={step}
          isFirst={nth === 0}
          medium={settings.medium}
          readOnly={readOnly}
          onChange={onChange}
        />
      )}
    </Section>
  )
}

/** What stands above the text. */
const titles: Partial<Record<CampaignMedium, string>> = { email: 'Subject', push: 'Title' }

/** The text of a step; of the first, a second one to compare. */
function Texts(props: {
  step: CampaignStep
  isFirst: boolean
  medium: CampaignMedium
  readOnly: boolean
  onChange: (step: CampaignStep) => void
}) {
  const { step, medium, readOnly, onChange } = props
  return (
    <>
      <TextFields
        label={step.b ? 'Text A' : 'Text'}
        text={step.a}
        medium={medium}
        readOnly={readOnly}
        onChange={(a) => onChange({ ...step, a })}
      />
      {props.isFirst && (
        <Switch
          label="Compare with a second text"
          description="Half of the recipients get it, chosen by chance. The report says which one does better, and how sure that is."
          disabled={readOnly}
          checked={step.b !== undefined}
          onChange={(event) => {
            const { b: _, ...without } = step
            onChange(event.currentTarget.checked ? { ...step, b: { text: '' } } : without)
          }}
        />
      )}
      {step.b && (
        <TextFields
          label="Text B"
          text={step.b}
          medium={medium}
          readOnly={readOnly}
          onChange={(b) => onChange({ ...step, b })}
        />
      )}
    </>
  )
}

function TextFields(props: {
  label: string
  text: CampaignStep['a']
  medium: CampaignMedium
  readOnly: boolean
  onChange: (text: CampaignStep['a']) => void
}) {
  const { label, text, medium, readOnly, onChange } = props
  const title = titles[medium]
  const used = variablesIn(`${text.subject ?? ''} ${text.text}`)
  return (
    <Card p="md">
      <Stack gap="sm">
        {title && (
          <TextInput
            label={label === 'Text' ? title : `${title} of ${label.replace('Text', 'text')}`}
            maxLength={mostOfSubject}
            readOnly={readOnly}
            value={text.subject ?? ''}
            onChange={(event) => onChange({ ...text, subject: event.currentTarget.value })}
          />
        )}
        <Textarea
          label={label}
          autosize
          minRows={5}
          maxRows={16}
          maxLength={mostOfText}
          readOnly={readOnly}
          value={text.text}
          onChange={(event) => onChange({ ...text, text: event.currentTarget.value })}
        />
        {used.length > 0 && (
          <Text size="sm" c="dimmed">
            Variables: <bdi>{used.join(', ')}</bdi>
          </Text>
        )}
        {medium === 'push' && (
          <Text size="sm" c="dimmed">
            Browsers show about 40 characters of a title and 120 of a text. All of it stands in the chat.
          </Text>
        )}
        {medium === 'email' && (
          <Text size="sm" c="dimmed">
            A link to unsubscribe is added below, in the language of the agent, or of the text if the agent
            speaks several.
          </Text>
        )}
      </Stack>
    </Card>
  )
}
