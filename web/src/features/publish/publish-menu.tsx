import { ActionIcon, Menu, useDirection } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconArrowsSplit2,
  IconBrandDiscord,
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconChevronDown,
  IconCode,
  IconCopy,
  IconDownload,
  IconFileDiff,
  IconHistory,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../design/language.ts'
import { MenuItemLink } from '../../design/links.tsx'
import { noticeError, noticeSuccess } from '../../design/notices.ts'
import { client } from '../../server/client.ts'
import { type AgentPlace, discordBotQuery } from '../../server/queries.ts'
import { useSession } from '../../shell/places.ts'
import { useMay } from '../../shell/use-may.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { changesWords } from './changes-words.ts'
import { downloadJson } from './download-json.ts'

/** In the order of part 2 §2.3; an entry of a channel is added with its screen. */
export function PublishMenu(props: {
  place: AgentPlace
  changes: number
  open: (panel: 'versions' | 'script' | 'changes' | 'canary') => void
  discard: () => void
  /** The share of the canary version that runs. */
  canaryShare: number | undefined
  /** Further entries, at the end. */
  more: ReactNode
}) {
  const { region, agentId } = props.place
  const { agent } = useAgentDraft(props.place)
  const clipboard = useClipboard()
  const { dir } = useDirection()
  const dirty = props.changes > 0
  const may = useMay()
  // A client has no page of channels.
  const isClient = useSession().client !== undefined

  const exportTemplate = useMutation({
    mutationFn: () => client.call('rpc.exportAgentToJson', { params: { region }, body: { agentId } }),
    onSuccess: ({ agentTemplate }) => {
      downloadJson(agentTemplate.name, agentTemplate)
      noticeSuccess('Agent template exported successfully')
    },
    onError: (error) => noticeError(error, 'Error exporting agent: '),
  })

  return (
    <Menu width={250}>
      <Menu.Target>
        <ActionIcon
          size={36}
          radius={dirty ? (dir === 'rtl' ? '10px 0 0 10px' : '0 10px 10px 0') : 'md'}
          variant={dirty ? 'filled' : 'default'}
          data-tour="publish"
          aria-label={t('More publishing options')}
        >
          <IconChevronDown size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={18} stroke={1.75} />}
          onClick={() => {
            clipboard.copy(agentId)
            noticeSuccess(t('Agent ID copied'), 2000)
          }}
        >
          {t('Copy Agent ID')}
        </Menu.Item>
        {agent.enableNodes && may('agent.export') && (
          <Menu.Item
            leftSection={<IconDownload size={18} stroke={1.75} />}
            onClick={() => exportTemplate.mutate()}
          >
            Export Agent Template
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCode size={18} stroke={1.75} />} onClick={() => props.open('script')}>
          {t('Website Script')}
        </Menu.Item>
        {!isClient && may('channel.read') && <DiscordEntry place={props.place} />}
        {!isClient && may('channel.read') && (
          <MenuItemLink
            to="/app/$region/agents/$agentId/channels"
            params={props.place}
            search={{ set: 'whatsapp' }}
            leftSection={<IconBrandWhatsapp size={18} stroke={1.75} />}
          >
            WhatsApp
          </MenuItemLink>
        )}
        {!isClient && may('channel.read') && (
          <MenuItemLink
            to="/app/$region/agents/$agentId/channels"
            params={props.place}
            search={{ set: 'telegram' }}
            leftSection={<IconBrandTelegram size={18} stroke={1.75} />}
          >
            Telegram
          </MenuItemLink>
        )}
        {!isClient && may('channel.read') && (
          <MenuItemLink
            to="/app/$region/agents/$agentId/channels"
            params={props.place}
            search={{ set: 'instagram' }}
            leftSection={<IconBrandInstagram size={18} stroke={1.75} />}
          >
            Instagram
          </MenuItemLink>
        )}
        {!isClient && may('channel.read') && (
          <MenuItemLink
            to="/app/$region/agents/$agentId/channels"
            params={props.place}
            search={{ set: 'messenger' }}
            leftSection={<IconBrandMessenger size={18} stroke={1.75} />}
          >
            Messenger
          </MenuItemLink>
        )}
        <Menu.Item
          leftSection={<IconHistory size={18} stroke={1.75} />}
          onClick={() => props.open('versions')}
        >
          {t('Version History')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowsSplit2 size={18} stroke={1.75} />}
          onClick={() => props.open('canary')}
        >
          {props.canaryShare === undefined
            ? t('Canary')
            : t('Canary ({share} %)', { share: props.canaryShare })}
        </Menu.Item>
        {dirty && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconFileDiff size={18} stroke={1.75} />}
              onClick={() => props.open('changes')}
            >
              {t('Review {changes}', { changes: changesWords(props.changes) })}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconArrowBackUp size={18} stroke={1.75} />}
              onClick={props.discard}
            >
              {t('Discard unpublished edits')}
            </Menu.Item>
          </>
        )}
        {props.more && <Menu.Divider />}
        {props.more}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asks only once the menu is open whether there is a bot. */
function DiscordEntry({ place }: { place: AgentPlace }) {
  const { data } = useQuery(discordBotQuery(place))
  if (data?.inviteUrl === undefined) return null
  return (
    <MenuItemLink
      to="/app/$region/agents/$agentId/channels"
      params={place}
      search={{ set: 'discord' }}
      leftSection={<IconBrandDiscord size={18} stroke={1.75} />}
    >
      Discord
    </MenuItemLink>
  )
}
