import { ActionIcon, Button, Group, Input, Popover, Skeleton } from '@mantine/core'
import { IconCalendar, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import styles from './date-range.module.css'

const DayCalendar = lazy(() => import('./calendar.tsx').then((each) => ({ default: each.DayCalendar })))

/** A day, or none: a button with what is chosen, and a popover with a calendar. Days are `YYYY-MM-DD`. */
export function DayField(props: {
  label: string
  description: string
  /** What the button says without a day. */
  none: string
  value: string | undefined
  /** The first day that can be chosen. */
  first: string
  error: string | undefined
  readOnly?: boolean
  onChange: (value: string | undefined) => void
}) {
  const { label, value, readOnly = false } = props
  const id = useId()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const shown = value === undefined ? props.none : dayInWords(value)
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      description={props.description}
      error={props.error}
    >
      <Group gap="xs" mt={6}>
        <Popover
          opened={opened}
          onChange={setOpened}
          trapFocus
          returnFocus
          shadow="md"
          position="bottom-start"
        >
          <Popover.Target>
            <Button
              variant="default"
              leftSection={<IconCalendar size={16} />}
              aria-label={`${label}: ${shown}`}
              aria-describedby={`${id}-description`}
              disabled={readOnly}
              onClick={() => setOpened(!opened)}
              // Until the focus is in the popover, Escape closes it too, and not a drawer below it.
              data-mantine-stop-propagation={opened || undefined}
              onKeyDown={(event) => {
                if (event.key === 'Escape') close()
              }}
            >
              {shown}
            </Button>
          </Popover.Target>
          <Popover.Dropdown data-mantine-stop-propagation>
            <div className={styles.calendar}>
              <Suspense fallback={<Skeleton height="100%" />}>
                <DayCalendar
                  value={value}
                  first={props.first}
                  onChange={(day) => {
                    props.onChange(day)
                    close()
                  }}
                />
              </Suspense>
            </div>
          </Popover.Dropdown>
        </Popover>
        {value !== undefined && !readOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${label}: none`}
            onClick={() => props.onChange(undefined)}
          >
            <IconX size={16} />
          </ActionIcon>
        )}
      </Group>
    </Input.Wrapper>
  )
}

function dayInWords(day: string): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString(undefined, { dateStyle: 'long' })
}
