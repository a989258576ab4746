import { Drawer, Group, Stack, Text } from '@mantine/core'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './framed-drawer.module.css'

/** In px, by what a drawer holds: a form or a list; beside each other, such as code and what it does. */
const widths = { medium: 560, wide: 720 }

const FooterContext = createContext<HTMLElement | null>(null)

/**
 * The frame of every drawer, which is open: the name of the object as `title`, what it is as `kind`, and a footer with
 * the buttons (`footer` or `DrawerFooter`) that stays in view while the rest scrolls.
 */
export function FramedDrawer(props: {
  title: ReactNode
  kind?: ReactNode
  footer?: ReactNode
  onClose: () => void
  width?: keyof typeof widths
  children: ReactNode
}) {
  const { content, header, body } = styles
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  return (
    <Drawer
      opened
      onClose={props.onClose}
      size={widths[props.width ?? 'medium']}
      title={
        <>
          {props.title}
          {props.kind && (
            <Text component="span" display="block" c="dimmed" fw={400} lh="20px">
              {props.kind}
            </Text>
          )}
        </>
      }
      classNames={{ content, header, body }}
      data-part="drawer"
    >
      <Stack gap="md" pb="lg">
        <FooterContext value={footer}>{props.children}</FooterContext>
      </Stack>
      <Group ref={setFooter} className={styles.footer} justify="flex-end">
        {props.footer}
      </Group>
    </Drawer>
  )
}

/**
 * The buttons of a part of a drawer, in the footer of its frame. A button that submits a form names it (`form`). `left`:
 * what takes something away.
 */
export function DrawerFooter(props: { left?: ReactNode; children?: ReactNode }) {
  const footer = useContext(FooterContext)
  if (!footer) return null
  return createPortal(
    <>
      {props.left && <div className={styles.left}>{props.left}</div>}
      {props.children}
    </>,
    footer,
  )
}
