import { Button, Checkbox, Group, Input, Text, TextInput } from '@mantine/core'
import {
  type WorkspacePermission,
  withRequired,
  workspacePermissions,
} from '@parley/contracts/permissions.ts'
import { permissionGroups } from '@parley/contracts/workspace/member-permissions.ts'
import { readingPermissions, tokenPermissionsOf } from '@parley/contracts/workspace/token-names.ts'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './members.module.css'

/** What a token may do, in the groups of the permissions of members: no more than whoever makes it. */
export function TokenPermissions(props: {
  chosen: readonly WorkspacePermission[]
  error: string | undefined
  onChange: (chosen: readonly WorkspacePermission[]) => void
}) {
  const { chosen, onChange } = props
  const [typed, setTyped] = useState('')
  const possible = tokenPermissionsOf(useWorkspace())
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = possible.filter((name) => {
    const text = `${name} ${workspacePermissions[name]}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const groups = permissionGroups.flatMap(({ name, prefixes }) => {
    const within = found.filter((one) => prefixes.some((prefix) => one.startsWith(`${prefix}.`)))
    return within.length > 0 ? [{ name, within }] : []
  })
  const toggle = (name: WorkspacePermission, on: boolean) =>
    onChange(
      on ? withRequired([...chosen, name]) : chosen.filter((one) => !withRequired([one]).includes(name)),
    )
  const choose = (names: readonly WorkspacePermission[]) =>
    onChange(possible.filter((name) => names.includes(name)))
  return (
    <>
      <Input.Wrapper
        label="Permissions"
        labelElement="div"
        description={`${chosen.length} of ${possible.length} chosen. It never has more than you: what you lose, it loses too.`}
        error={props.error}
        required
      >
        <Group gap="xs" mt="xs">
          <Button size="xs" variant="default" onClick={() => choose(readingPermissions)}>
            Read only
          </Button>
          <Button size="xs" variant="default" onClick={() => choose(possible)}>
            Everything a token may
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => choose([])}>
            None
          </Button>
        </Group>
      </Input.Wrapper>
      <TextInput
        type="search"
        aria-label="Search permissions"
        placeholder="Search permissions"
        leftSection={<IconSearch size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {groups.length === 0 && <Text c="dimmed">No permission has these words.</Text>}
      {groups.map(({ name: group, within }) => (
        <fieldset key={group} className={styles.permissions}>
          <legend>{group}</legend>
          {within.map((name) => (
            <Checkbox
              key={name}
              label={workspacePermissions[name]}
              checked={chosen.includes(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      ))}
    </>
  )
}
