/** What an agent is and belongs to. People set none of it in the settings. */
import { z } from 'zod'
import { field, group } from '../field.ts'

export const agentPlatforms = ['vf', 'vg', 'oai-assistants'] as const

export const identityFields = {
  ID: field(z.string().min(1).max(64), {
    label: 'Agent ID',
    setByServer: true,
    fallback: '',
    public: true,
  }),
  ownerID: field(z.string(), { label: 'Workspace', setByServer: true, fallback: '', public: true }),
  region: field(z.string(), { label: 'Region', setByServer: true }),
  /** Unix seconds. */
  lastModified: field(z.number().int(), { label: 'Last modified', setByServer: true }),
  tokensUsage: field(z.number().min(0), { label: 'Tokens used this month', setByServer: true }),
  agentPlatform: field(z.enum(agentPlatforms), { label: 'Platform', default: 'vg', exported: true }),
  internal: group(
    {
      /** The key of the template that the agent was made from. */
      template: field(z.string(), { label: 'Template' }),
    },
    { label: 'Internal', exported: true, own: true },
  ),
}
