import { Button, Checkbox, SegmentedControl, Text } from '@mantine/core'
import { workspacePermissions } from '@parley/contracts/permissions.ts'
import type { MemberView } from '@parley/contracts/workspace/member-endpoints.ts'
import {
  completed,
  givable,
  memberPresets,
  permissionGroups,
  permissionsIn,
  presetOf,
} from '@parley/contracts/workspace/member-permissions.ts'
import { useState } from 'react'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import styles from './members.module.css'
import { useMemberChange } from './use-member-change.ts'

/** What a member may do: a named set, or single permissions in groups. What one needs is chosen with it. */
export function MemberDrawer(props: { place: WorkspacePlace; member: MemberView; onClose: () => void }) {
  const { place, member, onClose } = props
  const { userId, displayName } = member
  const [chosen, setChosen] = useState<readonly string[] | undefined>(member.permissions)
  const loaded = useLoaded()
  const change = useMemberChange(place)
  const all = chosen ?? givable
  const preset = presetOf(chosen)
  const save = () =>
    change.mutate(
      {
        call: () =>
          client.call(
            'members.change',
            { params: { ...place, userId }, body: { ...(chosen && { permissions: completed(chosen) }) } },
            { loaded },
          ),
        done: () => noticeSuccess(`The permissions of ${displayName} were changed`),
      },
      { onSuccess: onClose },
    )
  const toggle = (name: string, on: boolean) =>
    setChosen(completed(on ? [...all, name] : withoutThoseThatNeed(all, name)))
  return (
    <FramedDrawer
      title={displayName}
      kind="Permissions"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={save} loading={change.isPending}>
            Save
          </Button>
        </>
      }
    >
      <SegmentedControl
        aria-label="Role"
        fullWidth
        value={preset}
        data={[...memberPresets.map(({ name }) => name), ...(preset === 'Custom' ? ['Custom'] : [])]}
        onChange={(name) => {
          const found = memberPresets.find((one) => one.name === name)
          if (found) setChosen(found.permissions)
        }}
      />
      <Text c="dimmed" size="sm">
        {memberPresets.find(({ name }) => name === preset)?.explanation ?? 'A choice of your own.'} Changes
        apply at once.
      </Text>
      {permissionGroups.map((group) => (
        <fieldset key={group.name} className={styles.permissions}>
          <legend>{group.name}</legend>
          {permissionsIn(group).map((name) => (
            <Checkbox
              key={name}
              label={workspacePermissions[name]}
              checked={all.includes(name)}
              disabled={name === 'workspace.read'}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      ))}
    </FramedDrawer>
  )
}

/** Without a permission and those that are worth nothing without it. */
function withoutThoseThatNeed(permissions: readonly string[], removed: string): string[] {
  return permissions.filter((name) => name !== removed && !completed([name]).some((one) => one === removed))
}
