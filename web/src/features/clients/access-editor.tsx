import { ActionIcon, Checkbox, Group, Input } from '@mantine/core'
import { isPageInPlan } from '@parley/contracts/billing/plan-limits.ts'
import { clientPages } from '@parley/contracts/client/pages.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { agencyQuery } from '../../server/agency.ts'
import { planLimitsQuery } from '../../server/plan-limits.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './clients.module.css'

type Granted = { href: string; label: string }

/** Pages that exist: nobody can be granted the others, and a list that has them keeps them. */
const offered: readonly Granted[] = clientPages.filter((page) => !('until' in page))
const nameOf = (href: string) => href.slice(1)

/** Which pages and custom tabs of the agency somebody may open, in the order of their navigation. */
export function AccessEditor(props: {
  label: string
  description: string
  access: readonly string[]
  order: readonly string[]
  onChange: (access: string[], order: string[]) => void
}) {
  const { access, order } = props
  const describedBy = useId()
  const tabs = useGrantableTabs()
  const plan = useQuery(planLimitsQuery(useWorkspace())).data
  const isInPlan = (href: string) => plan === undefined || isPageInPlan(href, plan)
  const placeOf = (href: string) => {
    const place = order.indexOf(nameOf(href))
    return place === -1 ? order.length : place
  }
  const pages = [...offered, ...tabs].toSorted((one, other) => placeOf(one.href) - placeOf(other.href))
  const move = (from: number, by: number) => {
    const names = pages.map(({ href }) => nameOf(href))
    const [moved = ''] = names.splice(from, 1)
    names.splice(from + by, 0, moved)
    props.onChange([...access], names)
  }
  const toggle = (href: string, on: boolean) =>
    props.onChange(on ? [...access, href] : access.filter((one) => one !== href), [...order])
  return (
    <fieldset className={styles.fieldset} aria-describedby={describedBy}>
      <legend className={styles.legend}>{props.label}</legend>
      <Input.Description id={describedBy} mb={6}>
        {props.description}
      </Input.Description>
      <ul className={styles.pages}>
        {pages.map(({ href, label }, nth) => (
          <li key={href}>
            <Checkbox
              flex={1}
              label={label}
              description={isInPlan(href) ? undefined : 'Not included in your current subscription plan'}
              checked={access.includes(href)}
              onChange={(event) => toggle(href, event.currentTarget.checked)}
            />
            <Group gap={2} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Move ${label} up`}
                disabled={nth === 0}
                onClick={() => move(nth, -1)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Move ${label} down`}
                disabled={nth === pages.length - 1}
                onClick={() => move(nth, 1)}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** The custom tabs that not every client sees anyway; none for whoever may not read the agency's settings. */
function useGrantableTabs(): readonly Granted[] {
  return useAgency().data?.customTabs.filter(({ alwaysVisible }) => !alwaysVisible) ?? []
}

/** Whether the custom tabs are still loading, without which the list is not as long as it will be. */
export const useTabsPending = () => useAgency().isLoading

function useAgency() {
  const mayRead = useMay()('agency.read')
  return useQuery({ ...agencyQuery(useWorkspace()), enabled: mayRead })
}
