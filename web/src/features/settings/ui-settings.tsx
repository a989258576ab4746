import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { Messages, Placement, WhatsApp } from './behaviour-settings.tsx'
import { CustomCss } from './css/custom-css.tsx'
import { Greeting } from './greeting-settings.tsx'
import { Looks } from './looks-settings.tsx'

/** Appearance, greeting and behaviour of the widget. */
export function UiSettings(draft: AgentDraft) {
  return (
    <>
      <Looks {...draft} />
      <Greeting {...draft} />
      <Placement {...draft} />
      <Messages {...draft} />
      <WhatsApp {...draft} />
      <CustomCss {...draft} />
    </>
  )
}
