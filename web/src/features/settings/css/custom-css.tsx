import { Button, Group, Menu, Text } from '@mantine/core'
import { chatParts } from '@parley/contracts/agent/chat-parts.ts'
import { IconComponents, IconPointer, IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { CssEditor, type CssEditorHandle } from '../../../design/code/css-editor.tsx'
import type { CheckedCss } from '../../../design/code/css-lint.ts'
import { SettingSection } from '../../../design/fields/setting-row.tsx'
import { t, tCount } from '../../../design/language.ts'
import { useMay } from '../../../shell/access/use-may.ts'
import { fieldText } from '../../../store/agent-fields.ts'
import type { AgentDraft } from '../../../store/use-agent-draft.ts'
import { FieldRow } from '../fields.tsx'
import { usePreviewed } from '../previewed.ts'
import { AskForCss } from './ask-for-css.tsx'
import { pickPart, usePicking } from './picking.ts'

/** CSS of the agent, applied within the chat only. */
export function CustomCss({ agent, edit }: AgentDraft) {
  const { label, limits } = fieldText('ADVANCED_customCSS')
  const editor = useRef<CssEditorHandle>(null)
  const [problems, setProblems] = useState(0)
  // The server reads the CSS for a preview, which a client has not.
  const mayTest = useMay()('agent.test')
  const { data, draft } = usePreviewed(agent, mayTest)
  const checked = useMemo(
    (): CheckedCss | undefined =>
      data && { css: plainLines(draft.ADVANCED_customCSS ?? ''), leftOut: data.cssLeftOut },
    [data, draft],
  )
  const css = agent.ADVANCED_customCSS ?? ''
  const goTo = (part: string) => editor.current?.goToPart(part)

  // A click in the preview must not write into an editor that is gone.
  useEffect(() => () => pickPart(undefined), [])

  return (
    <SettingSection title="CSS">
      <FieldRow name="ADVANCED_customCSS" size="wide">
        <Group gap="xs" mb="xs">
          {mayTest && <PickButton onPicked={goTo} />}
          <PartMenu onChoose={goTo} />
          {mayTest && (
            <AskForCss
              agent={agent}
              css={css}
              add={(added) => editor.current?.add(added) ?? false}
              put={(ADVANCED_customCSS) => edit({ ADVANCED_customCSS })}
            />
          )}
        </Group>
        <CssEditor
          handle={editor}
          label={t(label)}
          placeholder={"[data-part='header'] {\n  border-radius: 0;\n}"}
          maxLength={limits.maxLength ?? Number.POSITIVE_INFINITY}
          parts={chatParts}
          checked={checked}
          value={css}
          onChange={(ADVANCED_customCSS) => edit({ ADVANCED_customCSS })}
          onProblems={setProblems}
        />
        <Text size="xs" c={problems > 0 ? 'var(--mantine-color-error)' : 'dimmed'} mt={6} role="status">
          {problems === 0
            ? css.trim() === ''
              ? t('Address the parts of the chat by their data-part.')
              : t('No problems found.')
            : tCount(
                problems,
                '{count} problem, underlined. F8 goes to the next.',
                '{count} problems, underlined. F8 goes to the next.',
              )}
        </Text>
      </FieldRow>
    </SettingSection>
  )
}

/** Offsets of the server are in a text with \n as line ends, as the editor has it. */
const plainLines = (css: string) => css.replace(/\r\n?/g, '\n')

/** The next click in the preview chooses a part. */
function PickButton(props: { onPicked: (part: string) => void }) {
  const picking = usePicking()
  return (
    <Button
      variant={picking ? 'light' : 'default'}
      size="xs"
      aria-pressed={picking}
      leftSection={picking ? <IconX size={16} /> : <IconPointer size={16} />}
      onClick={() => pickPart(picking ? undefined : props.onPicked)}
    >
      {picking ? 'Click a part in the preview' : 'Pick in preview'}
    </Button>
  )
}

function PartMenu(props: { onChoose: (part: string) => void }) {
  return (
    <Menu width={320} position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconComponents size={16} />}>
          {t('Parts')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {Object.entries(chatParts).map(([part, what]) => (
          <Menu.Item key={part} onClick={() => requestAnimationFrame(() => props.onChoose(part))}>
            <Text size="sm" ff="monospace">
              {part}
            </Text>
            <Text size="xs" c="dimmed">
              {t(what)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
