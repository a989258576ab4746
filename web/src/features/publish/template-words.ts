import type { Api } from '@parley/contracts/api.ts'
import type { Output } from '@parley/contracts/endpoint.ts'

type LeftOut = Output<Api['rpc.exportAgentToJson']>['leftOut']

/** Says what an exported template holds, and what of the agent is not in it. */
export function templateWords({ documents, websites }: LeftOut): string {
  const knowledge = [
    ...(documents > 0 ? [`${documents} ${documents === 1 ? 'document' : 'documents'}`] : []),
    ...(websites > 0 ? [`${websites} ${websites === 1 ? 'website' : 'websites'}`] : []),
  ]
  const missing = new Intl.ListFormat('en').format([...knowledge, 'secrets', 'channels'])
  return `Included: settings, flow, and the texts and questions of the knowledge. Not included: ${missing}.`
}
