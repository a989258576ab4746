/** What the search in the navigation of an agent finds: its screens and those of the workspace, and its settings. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { FieldPlace } from '@parley/contracts/agent/field.ts'
import { type FieldEntry, fieldEntries } from '../../store/field-search.ts'
import { type Searchable, searchByMeaning } from '../../store/meaning-search.ts'
import { placesOf } from '../drafts/field-places.ts'
import {
  type AgentScreen,
  accountScreen,
  agentScreens,
  creditsScreen,
  type WorkspaceScreen,
  workspaceScreens,
} from './screens.ts'

type OtherScreen = typeof creditsScreen | typeof accountScreen
export type ScreenEntry = Searchable & { screen: AgentScreen | WorkspaceScreen | OtherScreen }
export type Found = { name: string; score: number } & (
  | { field: FieldEntry['field']; place: FieldPlace }
  | { screen: ScreenEntry['screen'] }
)

/** Part 2 §9. */
const mostFound = 5
const leastScore = 0.3

/** What else people call a screen. */
const words: Record<string, string> = {
  Overview: 'home summary status to do problems',
  Prompt: 'instructions persona text of the agent',
  Canvas: 'flow builder nodes diagram steps',
  'Knowledge Base': 'documents website files faq train teach upload sources articles questions answers',
  Tests: 'regression evaluation test cases quality',
  Conversations: 'inbox chats messages history transcripts visitors',
  Leads: 'contacts customers prospects forms',
  Analytics: 'statistics reports figures charts numbers usage',
  Settings: 'options configuration preferences',
  Agents: 'all agents list bots',
  Functions: 'tools api calls integrations',
  Workspace: 'team members invite seats rename workspace secret',
  Audit: 'log history who changed what',
  Agency: 'white label branding reseller domain email sending footer',
  Crawler: 'automations websites schedules sitemap pages refresh runs',
  Events: 'webhooks deliveries',
  'Meta Pages': 'facebook messenger instagram channels',
  WhatsApp: 'whatsapp numbers channels',
  Credentials: 'api keys secrets passwords oauth tokens vault',
  Sessions: 'visits live visitors online who is on the website',
  Prompts: 'library guidance snippets',
  Credits: 'balance top up billing usage',
  Account: 'profile password two-factor passkeys sign-in e-mail address sessions',
}

const entriesOf = new WeakMap<ScreenEntry['screen'], ScreenEntry>()

function entryOf(screen: ScreenEntry['screen']): ScreenEntry {
  const { label } = screen
  const entry = entriesOf.get(screen) ?? { screen, name: label, words: words[label] ?? '' }
  entriesOf.set(screen, entry)
  return entry
}

/** At most five, best first, each above 0.3. `may`: what the person may open. */
export function findInNav(
  query: string,
  agent: Pick<AgentDocument, 'agentPlatform' | 'enableNodes'>,
  may: (screen: AgentScreen | WorkspaceScreen) => boolean,
): Found[] {
  const places = placesOf(agent)
  const screens = [...agentScreens(agent), ...workspaceScreens.flatMap((group) => [...group.screens])]
  const entries = [
    ...[...screens.filter(may), creditsScreen, accountScreen].map(entryOf),
    ...fieldEntries.filter(({ place }) => places.includes(place)),
  ]
  return searchByMeaning(query, entries, leastScore)
    .slice(0, mostFound)
    .map(({ entry, score }) =>
      'screen' in entry
        ? { screen: entry.screen, name: entry.name, score }
        : { field: entry.field, place: entry.place, name: entry.name, score },
    )
}
