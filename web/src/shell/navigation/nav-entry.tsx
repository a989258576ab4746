import { NavLink, Tooltip } from '@mantine/core'
import type { WorkspacePermission } from '@parley/contracts/permissions.ts'
import type { Icon } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './nav-entry.module.css'

type EntryProps = {
  label: string
  /** A symbol, or the address of a picture. */
  icon: Icon | string
  /** The permission without which the entry is left out, by whoever shows it. */
  needs?: WorkspacePermission
  /** Only the icon is shown, with the label as its tooltip. */
  collapsed: boolean
  /** The page that is shown is this one. */
  active: boolean
  /** Shown in place of the label. */
  children?: ReactNode
} & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children' | 'onChange'> & { ref?: Ref<HTMLAnchorElement> }

/** An entry of a navigation, the workspace's or an agent's. Preloads the code of its page on hover. */
export const NavEntry = createLink(
  ({ label, icon: EntryIcon, needs: _, collapsed, active, children, ...link }: EntryProps) => (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <NavLink
        component="a"
        {...link}
        label={collapsed ? undefined : (children ?? label)}
        aria-label={label}
        aria-current={active ? 'page' : undefined}
        leftSection={
          typeof EntryIcon === 'string' ? (
            <img src={EntryIcon} alt="" className={styles.picture} />
          ) : (
            <EntryIcon size={18} stroke={1.75} />
          )
        }
        active={active}
        className={styles.entry}
        data-part="nav-entry"
      />
    </Tooltip>
  ),
)
