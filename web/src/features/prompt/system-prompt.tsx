import { Button, Group, Menu, Text } from '@mantine/core'
import { variablesOf } from '@parley/contracts/agent/flow-variables.ts'
import { IconSparkles, IconVariable } from '@tabler/icons-react'
import { Suspense, useMemo, useRef, useState } from 'react'
import { PromptEditor, type PromptEditorHandle } from '../../design/code/prompt-editor.tsx'
import { tokensOf } from '../../design/code/prompt-tokens.ts'
import { count } from '../../design/dates/moment.tsx'
import { t, tCount } from '../../design/language.ts'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import { Section } from '../../design/pages/page.tsx'
import { lazyComponent } from '../../server/lazy-component.ts'
import { useExpanded, usePromptNames } from '../../server/prompts.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { LibraryButton } from '../../shell/library/prompt-field.tsx'
import { ReferenceProblems } from '../../shell/library/reference-problems.tsx'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

const ImprovePrompt = lazyComponent(() => import('./improve-prompt.tsx'), 'ImprovePrompt')

/** The system prompt with its variables, the number of its tokens, and a model that improves it. */
export function SystemPrompt(draft: AgentDraft) {
  const { agent, edit } = draft
  const { help, limits, ...named } = fieldText('vg_systemPrompt')
  const label = t(named.label)
  const text = agent.vg_systemPrompt ?? ''
  const editor = useRef<PromptEditorHandle>(null)
  const [improving, setImproving] = useState(false)
  const may = useMay()
  const prompts = usePromptNames()
  const { expanded } = useExpanded(text)
  const variables = useMemo(() => variablesOf(agent.nodes ?? []), [agent.nodes])
  const accept = (improved: string) => {
    setImproving(false)
    edit({ vg_systemPrompt: improved })
    noticeWithUndo('The prompt was improved.', () => edit({ vg_systemPrompt: text }))
  }
  const replace = (changed: string) => {
    edit({ vg_systemPrompt: changed })
    noticeWithUndo('The prompt was replaced.', () => edit({ vg_systemPrompt: text }))
  }
  return (
    <Section
      title={label}
      explanation={help && t(help)}
      actions={
        <Group gap="xs">
          <VariableMenu names={variables} onChoose={(name) => editor.current?.insert(name)} />
          <LibraryButton editor={editor} text={text} whole="the system prompt" onReplace={replace} />
          {may('agent.test') && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconSparkles size={16} />}
              disabled={text.trim() === ''}
              onClick={() => setImproving(true)}
            >
              Improve
            </Button>
          )}
        </Group>
      }
    >
      <div>
        <PromptEditor
          handle={editor}
          label={label}
          placeholder={t('You are the friendly assistant of …')}
          maxLength={limits.maxLength ?? Number.POSITIVE_INFINITY}
          variables={variables}
          prompts={prompts}
          value={text}
          onChange={(vg_systemPrompt) => edit({ vg_systemPrompt })}
        />
        <ReferenceProblems text={text} />
        <Group justify="space-between" mt={4} gap="xs">
          <Text
            size="xs"
            c="dimmed"
            className="tabular"
            title={t('An estimate: models count differently. Each reply sends them.')}
          >
            {tCount(
              tokensOf(expanded),
              'About {count} token in each reply',
              'About {count} tokens in each reply',
            )}
          </Text>
          <Text size="xs" c="dimmed" className="tabular">
            {count(text.length)} / {count(limits.maxLength ?? 0)}
          </Text>
        </Group>
      </div>
      {improving && (
        <Suspense>
          <ImprovePrompt agent={agent} prompt={text} onAccept={accept} onClose={() => setImproving(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function VariableMenu(props: { names: readonly string[]; onChoose: (name: string) => void }) {
  return (
    <Menu width={240} position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconVariable size={16} />}>
          {t('Variable')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('Replaced by what is known of the visitor')}</Menu.Label>
        {props.names.map((name) => (
          <Menu.Item key={name} onClick={() => requestAnimationFrame(() => props.onChoose(name))}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
