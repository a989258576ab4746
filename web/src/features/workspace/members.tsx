/** The members of the workspace, the invitations to it, and how many seats are left. */
import { Badge, Button, Group, Menu, Text } from '@mantine/core'
import type { InviteView, MemberView } from '@parley/contracts/workspace/member-endpoints.ts'
import { presetOf } from '@parley/contracts/workspace/member-permissions.ts'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList } from '../../design/notices/states.tsx'
import { Section } from '../../design/pages/page.tsx'
import { ReturnedMailMark } from '../../design/returned-mail.tsx'
import { client } from '../../server/client.ts'
import { membersQuery } from '../../server/members.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useSession } from '../../shell/navigation/places.ts'
import { InviteForm } from './invite-form.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import styles from './members.module.css'
import { useMemberChange } from './use-member-change.ts'

export function Members({ place, personal }: { place: WorkspacePlace; personal: boolean }) {
  const list = useQuery(membersQuery(place))
  const manages = useMay()('workspace.members.manage')
  if (!list.data)
    return (
      <FailedList title="The members could not be loaded" error={list.error} onRetry={() => list.refetch()} />
    )
  const { members, invites, seats, offeredTo } = list.data
  return (
    <Section
      title="Members"
      explanation={`${members.length + invites.length} of ${seats} ${seats === 1 ? 'seat' : 'seats'} used`}
    >
      {manages && <InviteForm place={place} full={members.length + invites.length >= seats} />}
      <ul className={styles.list} aria-label="Members">
        {members.map((member) => (
          <MemberRow
            key={member.userId}
            place={place}
            member={member}
            manages={manages}
            personal={personal}
            offered={offeredTo === member.userId}
          />
        ))}
      </ul>
      {invites.length > 0 && (
        <div>
          <Text fw={600} mb="xs" id="pending-invitations">
            Pending invitations
          </Text>
          <ul className={styles.list} aria-labelledby="pending-invitations">
            {invites.map((invite) => (
              <InviteRow key={invite.inviteId} place={place} invite={invite} />
            ))}
          </ul>
        </div>
      )}
    </Section>
  )
}

type Asked = 'remove' | 'leave' | 'transfer'

function MemberRow(props: {
  place: WorkspacePlace
  member: MemberView
  manages: boolean
  personal: boolean
  offered: boolean
}) {
  const { place, member, manages, personal, offered } = props
  const { user } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const [editing, setEditing] = useState(false)
  const change = useMemberChange(place)
  const isSelf = member.userId === user.userId
  const owns = member.role === 'owner'
  const name = member.displayName
  const withdraw = () =>
    change.mutate({
      call: () => client.call('ownership.withdraw', { params: place }),
      done: () => noticeSuccess('The offer was withdrawn'),
    })
  return (
    <li className={styles.row} data-part="member">
      <NameAvatar name={name} src={member.photoURL ?? null} size={36} aria-hidden />
      <div className={styles.who}>
        <Text fw={500} truncate>
          <bdi>{name}</bdi>
          {isSelf && ' (you)'}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {member.email}
          {member.joinedAt && (
            <>
              {' · joined '}
              <Moment at={member.joinedAt} />
            </>
          )}
        </Text>
        <ReturnedMailMark of={member.returnedMail} />
      </div>
      <Group gap="xs" className={styles.actions}>
        {offered && (
          <Badge variant="light" color="yellow">
            Ownership offered
          </Badge>
        )}
        <Badge variant="default">{owns ? 'Owner' : presetOf(member.permissions)}</Badge>
        {!owns && (manages || isSelf) ? (
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <Button variant="subtle" color="gray" px={8} aria-label={`Actions for ${name}`}>
                <IconDots size={18} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {manages && <Menu.Item onClick={() => setEditing(true)}>Edit permissions</Menu.Item>}
              {manages && !personal && !offered && (
                <Menu.Item onClick={() => setAsked('transfer')}>Make owner</Menu.Item>
              )}
              {manages && offered && <Menu.Item onClick={withdraw}>Withdraw the ownership offer</Menu.Item>}
              {manages && (
                <Menu.Item color="red" onClick={() => setAsked('remove')}>
                  Remove from workspace
                </Menu.Item>
              )}
              {isSelf && (
                <Menu.Item color="red" onClick={() => setAsked('leave')}>
                  Leave workspace
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        ) : (
          <span className={styles.noActions} />
        )}
      </Group>
      {editing && <MemberDrawer place={place} member={member} onClose={() => setEditing(false)} />}
      {asked && <Question {...props} asked={asked} onClose={() => setAsked(undefined)} />}
    </li>
  )
}

function Question(props: { place: WorkspacePlace; member: MemberView; asked: Asked; onClose: () => void }) {
  const { place, member, onClose } = props
  const { userId, displayName: name } = member
  const change = useMemberChange(place)
  const params = { ...place, userId }
  const ask = {
    remove: {
      title: `Remove ${name}?`,
      act: 'Remove',
      text: `${name} loses access to this workspace at once, on every device, and the access tokens that they made end. What they did stays in the audit.`,
      call: () => client.call('members.remove', { params }),
      done: () => noticeSuccess(`${name} was removed`),
    },
    leave: {
      title: 'Leave this workspace?',
      act: 'Leave',
      text: 'You lose access at once, and the access tokens that you made end. To come back you need a new invitation.',
      call: () => client.call('members.leave', { params: place }),
      // The session shows that the workspace is gone, and the frame moves on.
      done: () => undefined,
    },
    transfer: {
      title: `Make ${name} the owner?`,
      act: 'Offer ownership',
      text: `${name} becomes the owner when they accept. You stay as a member, and only ${name} can then manage members and billing.`,
      call: () => client.call('ownership.offer', { params: place, body: { userId } }),
      done: () => noticeSuccess(`The ownership was offered to ${name}`),
    },
  }[props.asked]
  return (
    <AskBefore
      title={ask.title}
      act={ask.act}
      pending={change.isPending}
      onAct={() => change.mutate({ call: ask.call, done: ask.done }, { onSettled: onClose })}
      onClose={onClose}
    >
      {ask.text}
    </AskBefore>
  )
}

function InviteRow({ place, invite }: { place: WorkspacePlace; invite: InviteView }) {
  const { email, inviteId } = invite
  const change = useMemberChange(place)
  const params = { ...place, inviteId }
  const resend = () =>
    change.mutate({
      call: () => client.call('invites.resend', { params }),
      done: () => noticeSuccess(`Successfully invited ${email}`),
    })
  const copy = () =>
    change.mutate({
      async call() {
        const { link } = await client.call('invites.link', { params })
        await navigator.clipboard.writeText(link)
      },
      done: () => noticeSuccess('The link was copied'),
    })
  const revoke = () =>
    change.mutate({
      call: () => client.call('invites.revoke', { params }),
      done: () => noticeSuccess(`The invitation of ${email} was revoked`),
    })
  return (
    <li className={styles.row} data-part="invitation">
      <NameAvatar name={email} size={36} aria-hidden />
      <div className={styles.who}>
        <Text fw={500} truncate>
          {email}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {presetOf(invite.permissions)} · sent <Moment at={invite.sentAt} /> · expires{' '}
          <Moment at={invite.expiresAt} />
        </Text>
        <ReturnedMailMark of={invite.returnedMail} />
      </div>
      <Group gap="xs" className={styles.actions}>
        <Button size="xs" variant="default" onClick={resend} aria-label={`Resend to ${email}`}>
          Resend
        </Button>
        <Button size="xs" variant="default" onClick={copy} aria-label={`Copy link for ${email}`}>
          Copy link
        </Button>
        <Button size="xs" variant="subtle" color="red" onClick={revoke} aria-label={`Revoke ${email}`}>
          Revoke
        </Button>
      </Group>
    </li>
  )
}
