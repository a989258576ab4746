import { Button, Drawer, Indicator, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../language.ts'
import { useOnPhone } from '../use-on-phone.ts'

/** Filters of a list: in line, on phones behind a button in a sheet at the bottom. `active`: how many are set. */
export function FilterSheet(props: { active: number; className?: string; children: ReactNode }) {
  const onPhone = useOnPhone()
  const [opened, sheet] = useDisclosure(false)
  if (!onPhone) return <div className={props.className}>{props.children}</div>
  return (
    <>
      <Indicator disabled={props.active === 0} label={props.active} size={18}>
        <Button variant="default" leftSection={<IconFilter size={16} />} onClick={sheet.open}>
          {t('Filters')}
        </Button>
      </Indicator>
      <FilterDrawer opened={opened} onClose={sheet.close}>
        {props.children}
      </FilterDrawer>
    </>
  )
}

/** The sheet itself, which closes by a button beside what Esc and the space above it do. */
export function FilterDrawer(props: { opened: boolean; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="bottom"
      size="auto"
      title={t('Filters')}
      radius="lg"
    >
      <Stack gap="sm" pb="md">
        {props.children}
        <Button onClick={props.onClose}>{t('Show results')}</Button>
      </Stack>
    </Drawer>
  )
}
