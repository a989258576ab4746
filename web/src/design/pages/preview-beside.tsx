import { Button, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useOnPhone } from '../use-on-phone.ts'
import styles from './preview-beside.module.css'

/**
 * A preview beside what it shows, on phones behind a button that stays in view. `asked`: shown there without the button,
 * until it is closed.
 */
export function PreviewBeside(props: { asked?: boolean; onClose?: () => void; children: ReactNode }) {
  const onPhone = useOnPhone()
  const [opened, sheet] = useDisclosure(false)
  const close = () => {
    sheet.close()
    props.onClose?.()
  }
  if (!onPhone) return props.children
  return (
    <>
      <Button
        variant="default"
        radius="xl"
        leftSection={<IconEye size={16} />}
        onClick={sheet.open}
        className={styles.open}
      >
        Preview
      </Button>
      <Drawer
        opened={opened || props.asked === true}
        onClose={close}
        position="bottom"
        size="92%"
        title="Preview"
        radius="lg"
      >
        {props.children}
      </Drawer>
    </>
  )
}
