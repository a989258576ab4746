import { Button, Popover, Skeleton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import styles from './date-range.module.css'
import { exactTime } from './moment.tsx'

const MomentCalendar = lazy(() => import('./calendar.tsx').then((each) => ({ default: each.MomentCalendar })))

/** A moment to the second: a button with what is chosen, and a popover with a calendar and a time. */
export function MomentField(props: { label: string; value: Date; onChange: (value: Date) => void }) {
  const { label, value } = props
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus shadow="md" position="bottom-start">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar size={16} />}
          aria-label={`${label}: ${exactTime(value)}`}
          onClick={() => setOpened(!opened)}
          // Until the focus is in the popover, Escape closes it too, and not a drawer below it.
          data-mantine-stop-propagation={opened || undefined}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}
        >
          {exactTime(value)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        data-mantine-stop-propagation
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) close()
        }}
      >
        <div className={styles.moment}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <MomentCalendar
              value={localTime(value)}
              onChange={(chosen) => {
                const at = new Date(chosen.replace(' ', 'T'))
                if (!Number.isNaN(at.getTime())) props.onChange(at)
              }}
              onDone={close}
            />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A moment as the calendar takes it, in the time zone of the browser. */
function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace('T', ' ')
}
