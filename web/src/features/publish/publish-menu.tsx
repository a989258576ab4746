import { ActionIcon, Badge, Menu, useDirection } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { ChannelKind } from '@parley/contracts/channel/names.ts'
import {
  type Icon,
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
  IconPhone,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../design/language.ts'
import { MenuItemLink } from '../../design/links.tsx'
import { noticeError, noticeSuccess, noticeWarning } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { type AgentPlace, discordBotQuery } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useSession } from '../../shell/navigation/places.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { changesWords } from './changes-words.ts'
import { downloadJson } from './download-json.ts'
import { templateWords } from './template-words.ts'

/** In the order of part 2 §2.3. */
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
    onSuccess: ({ agentTemplate, leftOut }) => {
      downloadJson(agentTemplate.name, agentTemplate)
      noticeSuccess('Agent template exported successfully')
      noticeWarning(templateWords(leftOut))
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
        {!isClient && may('channel.read') && <ChannelEntries place={props.place} />}
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

function ChannelEntries({ place }: { place: AgentPlace }) {
  return (
    <>
      <Menu.Item
        disabled
        leftSection={<IconPhone size={18} stroke={1.75} />}
        rightSection={
          <Badge variant="light" color="gray" size="sm">
            Coming Soon
          </Badge>
        }
      >
        Connect to Number
      </Menu.Item>
      <ChannelEntry place={place} set="whatsapp" icon={IconBrandWhatsapp} label="WhatsApp" />
      <DiscordEntry place={place} />
      <ChannelEntry place={place} set="telegram" icon={IconBrandTelegram} label="Telegram" />
      <ChannelEntry place={place} set="instagram" icon={IconBrandInstagram} label="Instagram" />
      <ChannelEntry place={place} set="messenger" icon={IconBrandMessenger} label="Messenger" />
    </>
  )
}

/** Opens the drawer of a kind of channel. */
function ChannelEntry(props: { place: AgentPlace; set: ChannelKind; icon: Icon; label: string }) {
  return (
    <MenuItemLink
      to="/app/$region/agents/$agentId/channels"
      params={props.place}
      search={{ set: props.set }}
      leftSection={<props.icon size={18} stroke={1.75} />}
    >
      {props.label}
    </MenuItemLink>
  )
}

/** Asks only once the menu is open whether there is a bot. */
function DiscordEntry({ place }: { place: AgentPlace }) {
  const { data } = useQuery(discordBotQuery(place))
  if (data?.inviteUrl === undefined) return null
  return <ChannelEntry place={place} set="discord" icon={IconBrandDiscord} label="Discord" />
}
