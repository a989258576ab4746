/** What the palette finds: screens, actions and settings in the browser, agents, conversations and people on the server. */

import { IconAddressBook, IconMessages, IconRobot, IconSettings } from '@tabler/icons-react'
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { visitorNameOf } from '../../design/words/visitor-name.ts'
import { client } from '../../server/client.ts'
import { agentQuery, agentsQuery } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { placesOf, useOpenPlace } from '../../shell/drafts/field-places.ts'
import { useAgentPlaceIfAny, useWorkspace } from '../../shell/navigation/places.ts'
import {
  accountScreen,
  agentScreens,
  creditsScreen,
  workspaceScreens,
} from '../../shell/navigation/screens.ts'
import { searchFields } from '../../store/field-search.ts'
import { type Entry, type EntryGroup, matching, ordered } from './entries.ts'
import { useActions } from './use-actions.tsx'

/** Also the number of agents in which conversations and people are searched while none is open: those changed last. */
const mostOfAKind = 5
const iconOf = { size: 18, stroke: 1.75 } as const

type Found = { groups: EntryGroup[]; searching: boolean }

/** `typed`: what is in the field; `sought`: what the server is asked, which lags behind. Nothing shown belongs to former words. */
export function useFound(typed: string, sought: string): Found {
  const screens = useScreens()
  const actions = useActions()
  const settings = useSettings(typed)
  const agents = useAgents(sought)
  const inAgents = useConversationsAndPeople(sought)
  const current = typed === sought
  const groups = [
    { name: 'Screens', entries: matching(screens, typed) },
    { name: 'Agents', entries: matching(agents.entries, typed) },
    { name: 'Settings', entries: settings },
    { name: 'Conversations', entries: current ? inAgents.conversations : [] },
    { name: 'People', entries: current ? inAgents.people : [] },
    { name: 'Actions', entries: matching(actions, typed) },
  ]
  return {
    groups: ordered(groups, typed),
    searching: !current || agents.searching || inAgents.searching,
  }
}

function useScreens(): Entry[] {
  const { region } = useWorkspace()
  const may = useMay()
  const open = useOpenAgent()
  const navigate = useNavigate()
  const ofWorkspace = [
    ...workspaceScreens.flatMap(({ screens }) => screens.filter(({ needs }) => may(needs))),
    creditsScreen,
    accountScreen,
  ]
  const ofAgent = open
    ? agentScreens(open.agent)
        .filter(({ needs }) => may(needs))
        .map(({ to, label, icon: Icon }) => ({
          id: `screen ${to} ${label}`,
          label,
          detail: open.agent.title,
          icon: <Icon {...iconOf} />,
          run: () => void navigate({ to, params: open.place }),
        }))
    : []
  return [
    ...ofAgent,
    ...ofWorkspace.map(({ to, label, icon: Icon }) => ({
      id: `screen ${to}`,
      label,
      icon: <Icon {...iconOf} />,
      run: () => void navigate({ to, params: { region } }),
    })),
  ]
}

/** Settings of the open agent. They open with the screen where they are. */
function useSettings(typed: string): Entry[] {
  const opened = useOpenAgent()
  const open = useOpenPlace()
  if (!opened || typed.trim() === '') return []
  const { agent, place } = opened
  return searchFields(typed, placesOf(agent)).map(({ field, name, place: tab }) => ({
    id: `setting ${field}`,
    label: name,
    icon: <IconSettings {...iconOf} />,
    run: () => void open(tab, agent, place),
  }))
}

function useAgents(typed: string): { entries: Entry[]; searching: boolean } {
  const navigate = useNavigate()
  const { region } = useWorkspace()
  const agents = useNewestAgents(typed.trim())
  return {
    searching: agents.isFetching,
    entries: agents.newest.map(({ ID, title }) => ({
      id: `agent ${ID}`,
      label: title,
      icon: <IconRobot {...iconOf} />,
      run: () => void navigate({ to: '/app/$region/agents/$agentId', params: { region, agentId: ID } }),
    })),
  }
}

function useConversationsAndPeople(typed: string) {
  const { region } = useWorkspace()
  const open = useOpenAgent()
  const { newest } = useNewestAgents('')
  const navigate = useNavigate()
  const q = typed.trim()
  const agents = open ? [{ ID: open.place.agentId, title: open.agent.title }] : newest
  const searched = useQueries({
    queries: agents.map(({ ID: agentId, title }) => ({
      queryKey: ['palette', region, agentId, q],
      meta: { touchedBy: ['conversation', 'lead'], within: 'agent' as const },
      enabled: q.length > 1,
      placeholderData: <T,>(former: T | undefined) => former,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const params = { region, agentId }
        const [conversations, leads] = await Promise.all([
          client.call(
            'conversations.list',
            { params, query: { q, view: 'all', limit: mostOfAKind } },
            { signal },
          ),
          client.call('leads.list', { params, query: { q, limit: mostOfAKind } }, { signal }),
        ])
        return { agentId, title, conversations: conversations.items, leads: leads.items }
      },
    })),
  })
  const found = q.length > 1 ? searched.flatMap(({ data }) => data ?? []) : []
  const detailOf = (title: string | undefined, more = '') =>
    open ? more : [title, more].filter(Boolean).join(' · ')
  const conversations = found.flatMap(({ agentId, title, conversations }) =>
    conversations.map((item) => ({
      id: `conversation ${item.conversationId}`,
      label: visitorNameOf(item),
      detail: detailOf(title, item.match ?? item.preview),
      icon: <IconMessages {...iconOf} />,
      run: () =>
        void navigate({
          to: '/app/$region/agents/$agentId/convos',
          params: { region, agentId },
          search: { view: 'all', conversation: item.conversationId },
        }),
    })),
  )
  const people = found.flatMap(({ agentId, title, leads }) =>
    leads.map(({ leadId, fields }) => ({
      id: `person ${leadId}`,
      label: fields.name ?? fields.email ?? fields.phone ?? `Lead ${leadId.slice(-4)}`,
      detail: detailOf(title, fields.name === undefined ? '' : fields.email),
      icon: <IconAddressBook {...iconOf} />,
      run: () =>
        void navigate({
          to: '/app/$region/agents/$agentId/leads',
          params: { region, agentId },
          search: { lead: leadId },
        }),
    })),
  )
  return {
    conversations: conversations.slice(0, mostOfAKind),
    people: people.slice(0, mostOfAKind),
    searching: searched.some(({ isFetching }) => isFetching),
  }
}

/** The agent of the address with its place, once it is loaded. */
function useOpenAgent() {
  const place = useAgentPlaceIfAny()
  const { region } = useWorkspace()
  const { data: agent } = useQuery({
    ...agentQuery(place ?? { region, agentId: '' }),
    enabled: place !== undefined,
  })
  return place && agent ? { place, agent } : undefined
}

/** The agents that match, last modified first. */
function useNewestAgents(search: string) {
  const { region, workspaceId } = useWorkspace()
  const { data, isFetching } = useInfiniteQuery({
    ...agentsQuery(region, workspaceId, search),
    placeholderData: (former) => former,
  })
  return { newest: (data?.pages[0]?.items ?? []).slice(0, mostOfAKind), isFetching }
}
