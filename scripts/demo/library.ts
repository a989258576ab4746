/** What the workspace keeps for all of its agents: functions with their credential, prompts, and a blueprint. */
import { agent } from '@parley/agent/agent.decider.ts'
import { blueprint } from '@parley/agent/blueprint/blueprint.decider.ts'
import { blueprintContent } from '@parley/contracts/agent/blueprint.ts'
import type { ToolSettings } from '@parley/contracts/integration/tool.ts'
import { credential } from '@parley/integration/credential/credential.decider.ts'
import { prompt } from '@parley/integration/prompt/prompt.decider.ts'
import { promptNames } from '@parley/integration/prompt/prompt-names.decider.ts'
import { tool } from '@parley/integration/tool.decider.ts'
import type { Business } from './business.ts'
import { stableId } from './chance.ts'
import { agentIdFor, byHand, DAY_MS, done, type Stage, type Step } from './stage.ts'

const shop = 'https://api.harbourandpine.example'

const functions: (ToolSettings & { key: string })[] = [
  {
    key: 'order-status',
    name: 'Order status',
    description: 'Says where an order is and when it arrives.',
    method: 'GET',
    serverUrl: `${shop}/orders/{number}`,
    retries: 2,
    fields: [
      { in: 'path', key: 'number', type: 'string', description: 'The number of the order.', required: true },
    ],
  },
  {
    key: 'delivery-slots',
    name: 'Delivery slots',
    description: 'Lists the days on which furniture can be delivered to a postcode.',
    method: 'GET',
    serverUrl: `${shop}/delivery-slots`,
    fields: [
      {
        in: 'query',
        key: 'postcode',
        type: 'string',
        description: 'The visitor’s postcode.',
        required: true,
      },
    ],
  },
  {
    key: 'refund',
    name: 'Refund',
    description: 'Pays back what a returned item cost.',
    method: 'POST',
    serverUrl: `${shop}/refunds`,
    needsApproval: true,
    fields: [
      { in: 'body', key: 'order', type: 'string', description: 'The number of the order.', required: true },
      { in: 'body', key: 'reason', type: 'string', description: 'Why, in the visitor’s words.' },
    ],
  },
]

const prompts = [
  {
    key: 'house-style',
    name: 'House style',
    description: 'How the agents of all clients write.',
    text: 'Write short, friendly sentences.\nUse the words of the visitor.\nCall the visitor {{name}}.',
    later: {
      text: 'Write short, friendly sentences.\nUse the words of the visitor.\nCall the visitor {{name}}.\nUse no exclamation marks.',
      note: 'Calmer, as two clients asked',
    },
  },
  {
    key: 'privacy',
    name: 'Privacy',
    description: 'What no agent asks for.',
    text: 'Never ask for a password, a card number or anything about the visitor’s health.',
  },
] as const

export function library(stage: Stage, business: Business): Step[] {
  const { past, now, userId, workspaceId } = stage
  const { handle, load } = past.commands
  const idOf = (...names: string[]) => stableId(workspaceId, 'library', ...names)
  const context = (name: string) => byHand(stage, `library/${name}`)
  const step = (days: number, run: Step['run']): Step => ({ at: now - days * DAY_MS, kind: 'agency', run })
  const credentialId = idOf('credential')
  const limit = { maxCredentials: 100, credentials: 0 }
  return [
    step(21, () =>
      done(
        handle(
          credential,
          credentialId,
          {
            ...{ type: 'CreateCredential', credentialId, userId, limit, secret: idOf('secret') },
            settings: {
              name: 'Harbour & Pine shop',
              use: { kind: 'bearer' },
              hosts: [new URL(shop).host],
              expiresAt: new Date(now + 90 * DAY_MS).toISOString(),
            },
          },
          context('credential'),
        ),
      ),
    ),
    ...functions.map(({ key, ...settings }, nth) =>
      step(20 - nth * 3, () => {
        const id = idOf('function', key)
        const command = { type: 'CreateTool', id, userId, settings: { ...settings, credentialId } } as const
        return done(handle(tool, id, command, context(`function/${key}`)))
      }),
    ),
    ...prompts.flatMap(({ key, ...one }, nth) => {
      const promptId = idOf('prompt', key)
      const { name, description, text } = one
      const written = step(18 - nth, async () => {
        const take = { type: 'TakePromptName', promptId, name, most: prompts.length } as const
        await done(handle(promptNames, workspaceId, take, context(`prompt/${key}/name`)))
        const command = { type: 'CreatePrompt', promptId, name, description, text } as const
        await done(handle(prompt, promptId, command, context(`prompt/${key}`)))
      })
      if (!('later' in one)) return [written]
      const save = { type: 'SavePromptVersion', promptId, ...one.later } as const
      return [written, step(4, () => done(handle(prompt, promptId, save, context(`prompt/${key}/later`))))]
    }),
    step(12, async () => {
      const agentId = agentIdFor(stage, business)
      const blueprintId = idOf('blueprint')
      const document = blueprintContent((await load(agent, agentId))?.state.document ?? {})
      const most = { most: 1, blueprints: 0 }
      const command = {
        type: 'CreateBlueprint',
        blueprintId,
        name: 'Shop assistant',
        agentId,
        document,
        limit: most,
      } as const
      await done(handle(blueprint, blueprintId, command, context('blueprint')))
    }),
  ]
}
