import { Button, Menu } from '@mantine/core'
import { promptPlace } from '@parley/contracts/integration/prompt-references.ts'
import { IconDeviceFloppy, IconExternalLink, IconNotes, IconTextPlus } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import type { PromptEditorHandle } from '../../design/code/prompt-editor.tsx'
import { MenuItemLink } from '../../design/links.tsx'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { useMay } from '../access/use-may.ts'
import { NewPrompt } from '../agent/new-prompt.tsx'
import { useWorkspace } from '../navigation/places.ts'
import { InsertPrompt } from './insert-prompt.tsx'

/** Inserts prompts of the library into a prompt, and saves it, or what is selected in it, to the library. */
export function LibraryMenu(props: {
  editor: RefObject<PromptEditorHandle | null>
  text: string
  /** What the text is, where a reference to the prompt takes its place: `the system prompt`. */
  whole: string
  /** Replaces the whole text. */
  onReplace: (text: string) => void
}) {
  const { editor, text, onReplace } = props
  const { region } = useWorkspace()
  const manages = useMay()('prompt.manage')
  const [inserting, setInserting] = useState(false)
  const [saving, setSaving] = useState<{ text: string; selected: boolean }>()
  const save = () => {
    const selection = editor.current?.selection() ?? ''
    const selected = selection.trim() !== ''
    setSaving({ text: selected ? selection : text, selected })
  }
  return (
    <>
      <Menu width={240} position="bottom-end" returnFocus={false}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconNotes size={16} />}>
            Library
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconTextPlus size={16} />} onClick={() => setInserting(true)}>
            Insert from library …
          </Menu.Item>
          {manages && (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={16} />}
              disabled={text.trim() === ''}
              onClick={save}
            >
              Save to library …
            </Menu.Item>
          )}
          <Menu.Divider />
          <MenuItemLink
            to="/app/$region/prompts"
            params={{ region }}
            leftSection={<IconExternalLink size={16} />}
          >
            Open the library
          </MenuItemLink>
        </Menu.Dropdown>
      </Menu>
      {inserting && (
        <InsertPrompt
          onInsert={(inserted) => editor.current?.insertText(inserted)}
          onReplace={onReplace}
          onClose={() => setInserting(false)}
        />
      )}
      {saving && (
        <NewPrompt
          text={saving.text}
          replaces={saving.selected ? 'the selection' : props.whole}
          onCreated={(promptId, replaced) => {
            noticeSuccess('The prompt was saved to the library')
            if (replaced && saving.selected) editor.current?.insertText(promptPlace(promptId))
            else if (replaced) onReplace(promptPlace(promptId))
            setSaving(undefined)
          }}
          onClose={() => setSaving(undefined)}
        />
      )}
    </>
  )
}
