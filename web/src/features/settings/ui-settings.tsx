import {
  ColorInput,
  Group,
  Input,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { customThemeOf, hexOf, primaryOf, type ThemeType } from './custom-theme.ts'
import styles from './settings.module.css'
import { WidgetPreview } from './widget-preview.tsx'

const defaultPrimary = '#0070f3'
const swatches = ['#0070f3', '#0f766e', '#15803d', '#b45309', '#c2410c', '#be123c', '#7c3aed', '#1f2937']
const fonts = ['DM Sans', 'inherit']
const shapes = [
  { value: 'popup', label: 'Popup in the corner' },
  { value: 'full-width', label: 'Full width' },
  { value: 'modal', label: 'Modal in the middle' },
  { value: 'inline', label: 'Inline in a container' },
] as const

/** How the widget looks and greets, with a preview beside. */
export function UiSettings(draft: AgentDraft) {
  return (
    <div className={styles.withPreview}>
      <Stack gap="md">
        <Colours {...draft} />
        <Greeting {...draft} />
        <Behaviour {...draft} />
      </Stack>
      <WidgetPreview agent={draft.agent} />
    </div>
  )
}

function Colours({ agent, edit }: AgentDraft) {
  const themeType: ThemeType = agent.theme?.includes('dark') ? 'dark' : 'light'
  const primary = primaryOf(agent.customThemeJSONString)
  const put = (given: { primary?: string; themeType?: ThemeType }) => {
    const next = { primary, themeType, ...given }
    edit({
      theme: next.themeType === 'dark' ? 'blue-dark' : 'blue-light',
      customThemeJSONString: next.primary ? JSON.stringify(customThemeOf(next.primary, next.themeType)) : '',
    })
  }
  return (
    <Section
      title="Colours"
      explanation="Text on the primary colour is black or white, whichever reads better."
    >
      <Group gap="lg" align="flex-start">
        <Input.Wrapper label="Theme" labelElement="div">
          <div>
            <SegmentedControl
              aria-label="Theme"
              value={themeType}
              onChange={(value) => put({ themeType: value === 'dark' ? 'dark' : 'light' })}
              data={[
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
            />
          </div>
        </Input.Wrapper>
        <ColorInput
          label="Primary colour"
          flex="1 1 200px"
          format="hex"
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          swatches={swatches}
          defaultValue={primary ?? defaultPrimary}
          key={primary === undefined ? 'default' : 'own'}
          onChange={(typed) => {
            const hex = hexOf(typed)
            if (hex && hex !== (primary ?? defaultPrimary)) put({ primary: hex })
          }}
        />
        <Select
          label="Font"
          description="inherit takes the font of the page"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          flex="1 1 160px"
          data={fonts}
          allowDeselect={false}
          value={agent.fontFamily || 'DM Sans'}
          onChange={(fontFamily) => edit({ fontFamily: fontFamily ?? 'DM Sans' })}
        />
      </Group>
    </Section>
  )
}

function Greeting({ agent, edit }: AgentDraft) {
  const silent = agent.proactiveMessage === 'none'
  const disclosure = agent.aiDisclosure ?? {}
  return (
    <Section title="Greeting" explanation="What visitors read before and around the conversation.">
      <Switch
        label="Show a proactive message"
        description="A bubble beside the launcher, one second after the page has loaded"
        checked={!silent}
        onChange={(event) =>
          edit({
            proactiveMessage: event.currentTarget.checked ? '👋 Hi, how can I help you today?' : 'none',
          })
        }
      />
      {!silent && (
        <Textarea
          label="Proactive message"
          autosize
          minRows={1}
          maxLength={2000}
          value={agent.proactiveMessage ?? ''}
          onChange={(event) => edit({ proactiveMessage: event.currentTarget.value })}
        />
      )}
      <Switch
        label="Tell visitors that they talk to an AI"
        description="Required by law in the European Union"
        checked={!disclosure.off}
        onChange={(event) =>
          edit({ aiDisclosure: { ...disclosure, off: event.currentTarget.checked ? undefined : true } })
        }
      />
      {!disclosure.off && (
        <TextInput
          label="Wording of the notice"
          placeholder="The widget's own words in the visitor's language"
          maxLength={500}
          value={disclosure.text ?? ''}
          onChange={(event) =>
            edit({ aiDisclosure: { ...disclosure, text: event.currentTarget.value || undefined } })
          }
        />
      )}
      <TextInput
        label="Branding"
        description="A line at the foot of the chat. Markdown works; leave it empty for none."
        maxLength={2000}
        value={agent.branding ?? ''}
        onChange={(event) => edit({ branding: event.currentTarget.value })}
      />
    </Section>
  )
}

function Behaviour({ agent, edit }: AgentDraft) {
  return (
    <Section title="Behaviour">
      <Select
        label="Shape"
        data={[...shapes]}
        allowDeselect={false}
        value={agent.ui?.widgetType ?? 'popup'}
        onChange={(value) => {
          const widgetType = shapes.find((shape) => shape.value === value)?.value
          if (widgetType) edit({ ui: { ...agent.ui, widgetType } })
        }}
      />
      <Switch
        label="Open by itself"
        description="The chat opens as soon as the page has loaded"
        checked={agent.autoOpenWidget ?? false}
        onChange={(event) => edit({ autoOpenWidget: event.currentTarget.checked })}
      />
      <NumberInput
        label="Message delay"
        description="Pause between two messages of the agent, in milliseconds"
        min={0}
        max={60_000}
        step={100}
        allowDecimal={false}
        value={agent.messageDelayMS ?? 1000}
        onChange={(value) => typeof value === 'number' && edit({ messageDelayMS: value })}
      />
    </Section>
  )
}
