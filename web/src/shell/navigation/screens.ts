/** The screens of the dashboard as the navigation and the command palette name them. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import {
  IconAddressBook,
  IconAffiliate,
  IconArrowsExchange,
  IconBinaryTree2,
  IconBook2,
  IconBrandMeta,
  IconBrandWhatsapp,
  IconBuilding,
  IconChartBar,
  IconChartDonut,
  IconCoins,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconMessages,
  IconNotes,
  IconRobot,
  IconSend,
  IconSettings,
  IconSparkles,
  IconTemplate,
  IconTool,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  IconWorldSearch,
} from '@tabler/icons-react'

/** In the order of part 2 §2.3. A group without a name can't be collapsed. */
export const workspaceScreens = [
  {
    screens: [
      { to: '/app/$region/agents', label: 'Agents', icon: IconRobot, needs: 'agent.list' },
      { to: '/app/$region/overview', label: 'Overview', icon: IconLayoutDashboard, needs: 'analytics.read' },
    ],
  },
  {
    name: 'Integrations',
    screens: [
      { to: '/app/$region/integrations', label: 'Functions', icon: IconTool, needs: 'function.read' },
      {
        to: '/app/$region/meta-pages',
        label: 'Meta Pages',
        icon: IconBrandMeta,
        needs: 'channel.read',
      },
      {
        to: '/app/$region/whatsapp-numbers',
        label: 'WhatsApp',
        icon: IconBrandWhatsapp,
        needs: 'channel.read',
      },
    ],
  },
  {
    name: 'Utilities',
    screens: [
      {
        to: '/app/$region/automations',
        label: 'Crawler',
        icon: IconWorldSearch,
        needs: 'knowledge.read',
      },
      { to: '/app/$region/events', label: 'Events', icon: IconWebhook, needs: 'webhook.read' },
      { to: '/app/$region/campaigns', label: 'Campaigns', icon: IconSend, needs: 'campaign.read' },
      { to: '/app/$region/sessions', label: 'Sessions', icon: IconUsers, needs: 'conversation.read' },
      { to: '/app/$region/prompts', label: 'Prompts', icon: IconNotes, needs: 'prompt.read' },
    ],
  },
  {
    name: 'Whitelabel',
    screens: [
      { to: '/app/$region/agency', label: 'Agency', icon: IconAffiliate, needs: 'agency.manage' },
      { to: '/app/$region/clients', label: 'Clients', icon: IconUsersGroup, needs: 'client.read' },
      { to: '/app/$region/blueprints', label: 'Blueprints', icon: IconTemplate, needs: 'blueprint.read' },
    ],
  },
  {
    screens: [
      { to: '/app/$region/credentials', label: 'Credentials', icon: IconKey, needs: 'credential.read' },
    ],
  },
  {
    name: 'Workspace',
    screens: [
      { to: '/app/$region/metrics', label: 'Metrics', icon: IconChartDonut, needs: 'workspace.read' },
      { to: '/app/$region/workspace', label: 'Workspace', icon: IconBuilding, needs: 'workspace.read' },
      { to: '/app/$region/audit', label: 'Audit', icon: IconHistory, needs: 'audit.read' },
    ],
  },
] as const

/** Screens with an entry of their own elsewhere: the balance, and the profile menu. */
export const creditsScreen = { to: '/app/$region/credits', label: 'Credits', icon: IconCoins } as const
export const accountScreen = { to: '/app/account', label: 'Account', icon: IconUserCircle } as const

const agent = {
  overview: {
    to: '/app/$region/agents/$agentId/overview',
    label: 'Overview',
    icon: IconLayoutDashboard,
    needs: 'agent.read',
  },
  nodes: {
    to: '/app/$region/agents/$agentId/nodes',
    label: 'Prompt',
    icon: IconSparkles,
    needs: 'agent.read',
  },
  prompt: {
    to: '/app/$region/agents/$agentId/prompt',
    label: 'Prompt',
    icon: IconSparkles,
    needs: 'agent.read',
  },
  canvas: {
    to: '/app/$region/agents/$agentId/prompt',
    label: 'Canvas',
    icon: IconBinaryTree2,
    needs: 'agent.read',
  },
  kb: {
    to: '/app/$region/agents/$agentId/kb',
    label: 'Knowledge Base',
    icon: IconBook2,
    needs: 'knowledge.read',
  },
  tests: {
    to: '/app/$region/agents/$agentId/tests',
    label: 'Tests',
    icon: IconListCheck,
    needs: 'test.read',
  },
  convos: {
    to: '/app/$region/agents/$agentId/convos',
    label: 'Conversations',
    icon: IconMessages,
    needs: 'conversation.read',
  },
  analytics: {
    to: '/app/$region/agents/$agentId/analytics',
    label: 'Analytics',
    icon: IconChartBar,
    needs: 'analytics.read',
  },
  leads: {
    to: '/app/$region/agents/$agentId/leads',
    label: 'Leads',
    icon: IconAddressBook,
    needs: 'lead.read',
  },
  channels: {
    to: '/app/$region/agents/$agentId/channels',
    label: 'Channels',
    icon: IconArrowsExchange,
    needs: 'channel.read',
  },
  settings: {
    to: '/app/$region/agents/$agentId/settings',
    label: 'Settings',
    icon: IconSettings,
    needs: 'agent.read',
  },
} as const

export type WorkspaceScreen = (typeof workspaceScreens)[number]['screens'][number]
export type AgentScreen = (typeof agent)[keyof typeof agent]

/** The screens of an agent. For a `vf` agent, the flow and the knowledge are managed by the third party. */
export function agentScreens({
  agentPlatform,
  enableNodes,
}: Pick<AgentDocument, 'agentPlatform' | 'enableNodes'>): AgentScreen[] {
  const content = [...(enableNodes ? [agent.nodes, agent.canvas] : [agent.prompt]), agent.kb, agent.tests]
  return [
    agent.overview,
    ...(agentPlatform === 'vf' ? [] : content),
    agent.convos,
    agent.leads,
    agent.analytics,
    agent.channels,
    agent.settings,
  ]
}
