import { Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { Section } from '../../design/pages/page.tsx'
import { dirOf } from '../../design/theme/direction.ts'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { CardsText } from './cards-text.tsx'

/** A long text of the agent in a card of its own, with the number of its characters. */
export function LongText(
  props: AgentDraft & {
    name: 'facts' | 'vg_initPrompt'
    placeholder?: string
    minRows?: number
    /** Whether its carousels are edited as cards. */
    withCards?: boolean
    children?: ReactNode
  },
) {
  const { agent, edit, name, placeholder, minRows = 3 } = props
  const { help, limits, ...named } = fieldText(name)
  const label = t(named.label)
  const text = agent[name] ?? ''
  return (
    <Section title={label} explanation={help && t(help)}>
      {props.children}
      <div>
        {props.withCards ? (
          <CardsText
            label={label}
            labelHidden
            value={text}
            most={limits.maxLength ?? Number.POSITIVE_INFINITY}
            minRows={minRows}
            placeholder={placeholder}
            onChange={(changed) => edit({ [name]: changed })}
          />
        ) : (
          <Textarea
            aria-label={label}
            {...dirOf(text)}
            value={text}
            maxLength={limits.maxLength}
            onChange={(event) => edit({ [name]: event.currentTarget.value })}
            autosize
            minRows={minRows}
            maxRows={20}
            placeholder={placeholder}
          />
        )}
        <Text size="xs" c="dimmed" ta="end" mt={4} className="tabular">
          {count(text.length)} / {count(limits.maxLength ?? 0)}
        </Text>
      </div>
    </Section>
  )
}

export function Facts(draft: AgentDraft) {
  return (
    <LongText
      {...draft}
      name="facts"
      placeholder={`${t('We are at 12 Harbour Street, Bristol.')}\n${t('We are open from 7 am to 3 pm, closed on Mondays.')}`}
    />
  )
}
