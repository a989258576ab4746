import { Input, SegmentedControl, Select, Switch } from '@mantine/core'
import { maxDelayBeforeSubmit } from '@parley/contracts/agent/defaults.ts'
import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { NumberField, SwitchField, TextField } from './fields.tsx'

const shapes = [
  { value: 'popup', label: 'Popup in the corner' },
  { value: 'full-width', label: 'Full width' },
  { value: 'modal', label: 'Modal in the middle' },
  { value: 'inline', label: 'Inline in a container' },
] as const

const layouts = [
  { value: 'horizontal', label: 'Side by side' },
  { value: 'vertical', label: 'Stacked' },
  { value: 'in-footer', label: 'Above the field' },
] as const

/** Position of the widget on a page and its automatic behaviour. */
export function Placement(draft: AgentDraft) {
  const { agent, edit } = draft
  return (
    <Section title="On the page">
      <Select
        label="Shape"
        maw={360}
        data={[...shapes]}
        allowDeselect={false}
        value={agent.ui?.widgetType ?? 'popup'}
        onChange={(value) => {
          const widgetType = shapes.find((shape) => shape.value === value)?.value
          if (widgetType) edit({ ui: { ...agent.ui, widgetType } })
        }}
      />
      <SwitchField
        draft={draft}
        name="autoOpenWidget"
        label="Open by itself"
        description="The chat opens as soon as the page has loaded"
      />
      <SwitchField
        draft={draft}
        name="autoStartWidget"
        label="Start by itself"
        description="The conversation begins unseen, and the launcher counts its first messages. There is no proactive message then"
      />
      <SwitchField
        draft={draft}
        name="syncBrowser"
        label="One chat in all tabs"
        description="What is said, and whether the chat is open, is the same in every tab of the visitor"
      />
      <SwitchField
        draft={draft}
        name="listenForUrlChanges"
        label="Follow the visitor"
        description="The agent and your team are told when the visitor goes to another page"
      />
      <Switch
        label="Tell the site only"
        description="Which page of it the visitor is on stays with the page"
        checked={agent.vfSettings?.enableIgnoreUrlPaths ?? false}
        onChange={(event) =>
          edit({ vfSettings: { ...agent.vfSettings, enableIgnoreUrlPaths: event.currentTarget.checked } })
        }
      />
    </Section>
  )
}

/** How messages appear and what visitors can do with them. */
export function Messages(draft: AgentDraft) {
  const { agent, edit } = draft
  return (
    <Section title="Messages">
      <NumberField
        draft={draft}
        name="messageDelayMS"
        label="Message delay"
        description="Pause between two messages of the agent, in milliseconds"
        max={60_000}
        step={100}
        fallback={1000}
      />
      <NumberField
        draft={draft}
        name="delayBeforeSubmit"
        label="Delay before answering"
        description="Milliseconds to wait for what a visitor adds, at most 10,000"
        max={maxDelayBeforeSubmit}
        step={500}
      />
      <Input.Wrapper label="Buttons" labelElement="div">
        <div>
          <SegmentedControl
            aria-label="Buttons"
            value={agent.buttonsLayout ?? 'horizontal'}
            onChange={(value) => {
              const buttonsLayout = layouts.find((layout) => layout.value === value)?.value
              if (buttonsLayout) edit({ buttonsLayout })
            }}
            data={[...layouts]}
          />
        </div>
      </Input.Wrapper>
      <SwitchField
        draft={draft}
        name="scrollAnimation"
        label="Scroll smoothly"
        description="Never for visitors who ask for less motion"
        fallback
      />
      <Switch
        label="Always show feedback buttons"
        description="Otherwise on the newest answer alone"
        checked={agent.ui?.enableFixedFeedbackBtns ?? false}
        onChange={(event) =>
          edit({ ui: { ...agent.ui, enableFixedFeedbackBtns: event.currentTarget.checked } })
        }
      />
      <SwitchField
        draft={draft}
        name="acceptFileUpload"
        label="Accept files"
        description="Visitors may attach files, by drag-and-drop or by a link"
      />
      {agent.acceptFileUpload && (
        <SwitchField
          draft={draft}
          name="enableQuickFileUpload"
          label="Send files at once"
          description="Without a message around them"
        />
      )}
    </Section>
  )
}

/** The WhatsApp button beside the launcher. */
export function WhatsApp(draft: AgentDraft) {
  const { agent, edit } = draft
  const shown = agent.ui?.showWhatsappButtonOnWeb ?? false
  const digits = (agent.whatsappPhoneNumber ?? '').replace(/\D/g, '')
  return (
    <Section title="WhatsApp">
      <Switch
        label="Show a WhatsApp button beside the launcher"
        checked={shown}
        onChange={(event) =>
          edit({ ui: { ...agent.ui, showWhatsappButtonOnWeb: event.currentTarget.checked } })
        }
      />
      {shown && (
        <TextField
          draft={draft}
          name="whatsappPhoneNumber"
          label="Phone number"
          description={digits ? `Leads to wa.me/${digits}` : 'With the country code, such as +49 151 2345'}
          maxLength={50}
          type="tel"
        />
      )}
    </Section>
  )
}
