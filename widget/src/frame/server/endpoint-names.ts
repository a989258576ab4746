import type { EndpointName } from '@parley/contracts/api.ts'

/** The endpoints that the chat calls. The build includes their routes in the bundle. */
export const endpointNames = [
  'public.agent',
  'public.checkCredits',
  'public.agentUsage',
  'conversations.start',
  'conversations.send',
  'conversations.messages',
  'conversations.follow',
  'conversations.stop',
  'conversations.feedback',
  'conversations.requestHandoff',
  'conversations.identify',
  'conversations.setVariables',
  'conversations.moved',
  'conversations.visitorTyping',
  'conversations.upload',
  'conversations.earlier',
  'conversations.mailTranscript',
  'visitorPush.get',
  'visitorPush.allow',
  'visitorPush.withdraw',
] as const satisfies readonly EndpointName[]
