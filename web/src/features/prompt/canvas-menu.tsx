import { ActionIcon, Kbd, Menu } from '@mantine/core'
import {
  IconClipboard,
  IconClipboardCopy,
  IconDots,
  IconLayoutGrid,
  IconNote,
  IconSearch,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../design/language.ts'

/** What the canvas can do besides its buttons, each with its key. */
export function CanvasMenu(props: {
  canCopy: boolean
  canTidy: boolean
  onComment: () => void
  onCopy: () => void
  onPaste: () => void
  onTidy: () => void
  onSearch: () => void
}) {
  return (
    <Menu width={280} position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('More about the canvas')}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Item icon={<IconNote size={16} />} keys="C" onClick={props.onComment}>
          {t('Add a comment')}
        </Item>
        <Item icon={<IconSearch size={16} />} keys="Ctrl+F" onClick={props.onSearch}>
          {t('Search the nodes')}
        </Item>
        {props.canTidy && (
          <Item icon={<IconLayoutGrid size={16} />} onClick={props.onTidy}>
            {t('Tidy up')}
          </Item>
        )}
        <Menu.Divider />
        <Item
          icon={<IconClipboardCopy size={16} />}
          keys="Ctrl+C"
          disabled={!props.canCopy}
          onClick={props.onCopy}
        >
          {t('Copy the selected nodes')}
        </Item>
        <Item icon={<IconClipboard size={16} />} keys="Ctrl+V" onClick={props.onPaste}>
          {t('Paste nodes')}
        </Item>
        <Menu.Divider />
        <Menu.Label>
          {t(
            'Shift and drag selects several nodes, Ctrl+A all, Ctrl+G groups and Ctrl+D duplicates them. Arrow keys go from node to node, with Alt they move it, Delete removes it.',
          )}
        </Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}

function Item(props: {
  icon: ReactNode
  keys?: string
  disabled?: boolean
  onClick: () => void
  children: string
}) {
  return (
    <Menu.Item
      leftSection={props.icon}
      rightSection={props.keys && <Kbd size="xs">{props.keys.replace('Ctrl', t('Ctrl'))}</Kbd>}
      disabled={props.disabled ?? false}
      onClick={props.onClick}
    >
      {props.children}
    </Menu.Item>
  )
}
