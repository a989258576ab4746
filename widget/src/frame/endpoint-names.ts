import type { EndpointName } from '@parley/contracts/api.ts'

/** The calls the chat makes; the build puts their routes in the bundle. */
export const endpointNames = [
  'public.agent',
  'public.checkCredits',
  'public.agentUsage',
  'conversations.start',
  'conversations.send',
  'conversations.messages',
] as const satisfies readonly EndpointName[]
