import { Avatar, Button, Menu, Text } from '@mantine/core'
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { IconInfoCircle, IconSelector, IconUser, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../design/language.ts'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { cut } from '../../design/words/cut.ts'
import topBar from '../../shell/navigation/top-bar.module.css'
import { membersQuery } from './queries.ts'

export type OrganisationPart = 'members' | 'about' | 'add-user'

const nameLength = 20
/** Avatars beside each other in the menu; the others are counted. */
const shownAvatars = 3
const iconProps = { size: 18, stroke: 1.75 }

/** The client's organisation, with who belongs to it and, for its admins, its details and + Add User (part 2 §2.4). */
export function OrganisationMenu(props: {
  session: ClientSessionView
  onOpen: (part: OrganisationPart) => void
}) {
  const { orgData, clientData, region } = props.session
  const [opened, setOpened] = useState(false)
  const { data } = useInfiniteQuery({ ...membersQuery(region), enabled: opened })
  const members = data?.pages[0]?.items ?? []
  const more = (data?.pages[0]?.members ?? 0) - shownAvatars
  const forAdmins = (part: OrganisationPart) => ({
    disabled: !clientData.isOrgAdmin,
    onClick: () => props.onOpen(part),
  })
  const notAdmin = !clientData.isOrgAdmin && (
    <Text size="xs" c="dimmed">
      {t('You are not an admin')}
    </Text>
  )
  if (orgData.name === '') return null
  return (
    <Menu position="bottom-start" width={310} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          px="xs"
          classNames={{ root: topBar.switcher, label: topBar.switcherLabel }}
          title={orgData.name}
          aria-label={t('Organization: {name}', { name: orgData.name })}
          leftSection={
            orgData.squarePhotoURL && (
              <NameAvatar size={24} name={orgData.name} src={orgData.squarePhotoURL} aria-hidden />
            )
          }
          rightSection={<IconSelector size={16} stroke={1.75} />}
        >
          <bdi className={topBar.switcherName}>{cut(orgData.name, nameLength)}</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUsers {...iconProps} />}
          rightSection={
            <Avatar.Group spacing={2} aria-hidden>
              {members.slice(0, shownAvatars).map(({ ID, name, squarePhotoURL }) => (
                <NameAvatar key={ID} size={24} name={name} src={squarePhotoURL || null} />
              ))}
              {more > 0 && (
                <Avatar size={24} color="gray">
                  +{more}
                </Avatar>
              )}
            </Avatar.Group>
          }
          onClick={() => props.onOpen('members')}
        >
          {t('Organisation Agents')}
        </Menu.Item>
        <Menu.Item leftSection={<IconInfoCircle {...iconProps} />} {...forAdmins('about')}>
          {t('About')}
          {notAdmin}
        </Menu.Item>
        <Menu.Item leftSection={<IconUser {...iconProps} />} {...forAdmins('add-user')}>
          {t('+ Add User')}
          {notAdmin}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
