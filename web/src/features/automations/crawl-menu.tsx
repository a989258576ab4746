import { ActionIcon, Menu } from '@mantine/core'
import type { CrawledWebsiteView } from '@parley/contracts/knowledge/crawl-endpoints.ts'
import {
  IconBook2,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
} from '@tabler/icons-react'
import { MenuItemLink } from '../../design/links.tsx'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { useCrawlAct } from './use-crawl-act.ts'

type Website = Pick<CrawledWebsiteView, 'sourceId' | 'agentId' | 'name' | 'state' | 'paused' | 'refreshRate'>

/** What can be done with a website. */
export function CrawlMenu({ website }: { website: Website }) {
  const { region } = useWorkspace()
  const { sourceId, agentId, name, state, paused, refreshRate } = website
  const manages = useMay()('knowledge.manage')
  const act = useCrawlAct({ region, agentId, sourceId }, name)
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`} loading={act.isPending}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {manages &&
          (state === 'reading' ? (
            <Menu.Item leftSection={<IconPlayerStop size={16} />} onClick={() => act.mutate('stop')}>
              Stop reading
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => act.mutate('run')}>
              Run now
            </Menu.Item>
          ))}
        {manages && refreshRate !== 'never' && (
          <Menu.Item
            leftSection={paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
            onClick={() => act.mutate(paused ? 'resume' : 'pause')}
          >
            {paused ? 'Resume schedule' : 'Pause schedule'}
          </Menu.Item>
        )}
        <MenuItemLink
          leftSection={<IconBook2 size={16} />}
          to="/app/$region/agents/$agentId/kb"
          params={{ region, agentId }}
          search={{ source: sourceId }}
        >
          Open in knowledge base
        </MenuItemLink>
      </Menu.Dropdown>
    </Menu>
  )
}
