import { ActionIcon, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../language.ts'
import styles from './help-tip.module.css'

/**
 * A definition behind an icon: shown on hover, on focus, and after a click, so that keyboards and touch screens reach
 * it too. `of` names what is defined.
 */
export function HelpTip(props: { of: string; text: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <Tooltip label={props.text} opened={opened} multiline maw={280} withinPortal>
      <ActionIcon
        variant="transparent"
        color="gray"
        size={24}
        className={styles.button}
        aria-label={t('What {name} means', { name: props.of })}
        onMouseEnter={() => setOpened(true)}
        onMouseLeave={() => setOpened(false)}
        onFocus={() => setOpened(true)}
        onBlur={() => setOpened(false)}
        onClick={() => setOpened(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !opened) return
          event.stopPropagation()
          setOpened(false)
        }}
      >
        <IconInfoCircle size={15} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
