import type { AuditEntryView } from '@parley/contracts/audit/endpoints.ts'
import {
  IconAddressBook,
  IconAffiliate,
  IconBook2,
  IconBuilding,
  IconBuildingCommunity,
  IconCoins,
  IconHelpCircle,
  IconKey,
  IconListCheck,
  IconMail,
  IconMessage,
  IconNotes,
  IconPlugConnected,
  IconPoint,
  IconRobot,
  IconSend,
  IconTemplate,
  IconTool,
  IconUser,
  IconUsersGroup,
  IconWebhook,
  IconWorldWww,
} from '@tabler/icons-react'
import { Fragment } from 'react'

const actorKinds: Record<AuditEntryView['actor']['kind'], string> = {
  user: 'A user',
  client: 'A client',
  'agency-admin': 'Agency admin (agency secret)',
  visitor: 'A visitor',
  policy: 'Automation',
  support: 'Support',
  'api-key': 'An API key',
  token: 'An access token',
  system: 'The system',
}
const doors: Record<AuditEntryView['cause']['via'], string> = {
  dashboard: 'Dashboard',
  api: 'API',
  widget: 'Widget',
  channel: 'Channel',
  policy: 'Automation',
  'command-line': 'Command line',
  system: 'System',
}

export const actorName = (entry: Pick<AuditEntryView, 'actor' | 'actorName'>): string =>
  entry.actorName ?? actorKinds[entry.actor.kind]

/** The name of the agent that an event is about. */
export const agentName = (entry: Pick<AuditEntryView, 'agentTitle'>): string =>
  entry.agentTitle ?? 'A deleted agent'

export const doorName = (entry: Pick<AuditEntryView, 'cause'>): string => doors[entry.cause.via]

type Told = Pick<AuditEntryView, 'actor' | 'actorName' | 'summary' | 'sentence'>

/** Who did what, with whom and which: `Nora tagged Mara Order`; the summary of events that need no name. */
export function Headline({ entry }: { entry: Told }) {
  const { sentence } = entry
  if (!sentence) return entry.summary
  return (
    <>
      {actorName(entry)}{' '}
      {sentence.map(({ text, strong }, nth) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change
        strong ? <strong key={nth}>{text}</strong> : <Fragment key={nth}>{text}</Fragment>,
      )}
    </>
  )
}

/** The same as plain text. */
export function headlineOf(entry: Told): string {
  const { sentence } = entry
  return sentence ? `${actorName(entry)} ${sentence.map(({ text }) => text).join('')}` : entry.summary
}

/** Actor, agent and channel of an event, without repetitions and what the headline says. */
export function traceOf(entry: Told & Pick<AuditEntryView, 'agentId' | 'agentTitle' | 'cause'>): string {
  const agent = entry.agentId && agentName(entry)
  const said = headlineOf(entry)
  return [...new Set([actorName(entry), agent, doorName(entry)])]
    .filter((words) => words && !(entry.sentence && said.includes(words)))
    .join(' · ')
}

/** Formats `KnowledgeSourceAdded` as `Knowledge source added`. */
export function typeName(type: string): string {
  const words = type.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const contextOf = (stream: string): string => stream.slice(0, stream.indexOf('-'))

const icons: Record<string, typeof IconPoint> = {
  agent: IconRobot,
  blueprint: IconTemplate,
  prompt: IconNotes,
  knowledge: IconBook2,
  conversation: IconMessage,
  workspace: IconBuilding,
  agency: IconAffiliate,
  agencydomain: IconWorldWww,
  emaildomain: IconMail,
  whitelabel: IconAffiliate,
  credits: IconCoins,
  user: IconUser,
  session: IconUser,
  lead: IconAddressBook,
  tool: IconTool,
  channel: IconPlugConnected,
  campaign: IconSend,
  campaignrecipient: IconSend,
  campaigncontact: IconSend,
  credential: IconKey,
  webhook: IconWebhook,
  organisation: IconBuildingCommunity,
  organisationsnapshots: IconBuildingCommunity,
  orgcredits: IconCoins,
  client: IconUsersGroup,
  clientview: IconUsersGroup,
  agencyadmin: IconUsersGroup,
  question: IconHelpCircle,
  report: IconMail,
  monthlyreport: IconMail,
  testset: IconListCheck,
  testrun: IconListCheck,
}

export function EventIcon(props: { stream: string }) {
  const Icon = icons[contextOf(props.stream)] ?? IconPoint
  return <Icon size={18} stroke={1.75} aria-hidden />
}
