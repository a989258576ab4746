import { useComputedColorScheme } from '@mantine/core'
import type { AgentTemplate, TemplateKey } from '@parley/contracts/agent/templates.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { noticeFailure, noticeSuccess, noticeWarning } from '../../design/notices/notices.ts'
import { client, messageOf } from '../../server/client.ts'
import { agentQuery } from '../../server/queries.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { randomText } from '../../shell/random-text.ts'

type Theme = 'blue-light' | 'blue-dark'

/** Part 1 §3. */
const agentIdLength = 16

export type NewAgent =
  /** `businessName`: what the texts of a built-in template call the business; the workspace's name by default. */
  | { agentName: string; agentTemplate: TemplateKey | AgentTemplate; businessName?: string }
  /** Without a template: an agent of the third-party platform, or one without nodes. */
  | { agentName: string; agentPlatform: 'vg' | 'vf' }

/** Part 1 §8. */
export function creationFailure(given: NewAgent | undefined, error: unknown): string {
  const words = messageOf(error) || 'Failed to create agent'
  if (!given || 'agentTemplate' in given) return `Error: ${words}`
  return given.agentPlatform === 'vf' ? `Error creating agent: ${words}` : `Error creating agent, ${words}`
}

/** Creates the agent, confirms it for 2 seconds and opens it in the builder (part 1 §2 and §4). */
export function useCreateAgent() {
  const { region } = useWorkspace()
  const theme: Theme = useComputedColorScheme('light') === 'dark' ? 'blue-dark' : 'blue-light'
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  const create = async (given: NewAgent): Promise<string> => {
    if ('agentTemplate' in given) {
      const call = { params: { region }, body: { ...given, theme } }
      const { agentCreated, leftOut } = await client.call('rpc.convertAgentTemplateToAgent', call)
      if (leftOut) {
        const settings = [...new Set(leftOut)].join(', ')
        noticeWarning(`Left out of the template, since it is not offered yet: ${settings}.`)
      }
      return agentCreated.ID
    }
    const { agentName: title, agentPlatform } = given
    const params = { region, agentId: randomText(agentIdLength) }
    const body = { title, agentPlatform, theme, enableNodes: false, nodes: [] }
    return (await client.call('agents.save', { params, body })).data.ID
  }

  return useMutation({
    mutationFn: create,
    onError: (error, given) => noticeFailure(creationFailure(given, error), 2000),
    onSuccess: async (agentId) => {
      noticeSuccess('Agent created successfully, redirecting...', 2000)
      const place = { region, agentId }
      void queryClient.invalidateQueries({ queryKey: ['agents', region] })
      const agent = await queryClient.fetchQuery(agentQuery(place))
      const toNodes = agent.enableNodes && agent.agentPlatform !== 'vf'
      await navigate({
        to: toNodes ? '/app/$region/agents/$agentId/nodes' : '/app/$region/agents/$agentId/overview',
        params: place,
        search: { showDebugger: true },
      })
    },
  })
}
