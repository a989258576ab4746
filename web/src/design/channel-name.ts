import { channelLabels } from '@parley/contracts/channel/names.ts'

export const channelNames: Record<string, string> = {
  'web-chat': 'Website',
  api: 'API',
  'test-panel': 'Test panel',
  ...channelLabels,
}

/** The name of a channel, by its code; the code of one that has none. */
export const channelName = (channel: string): string => channelNames[channel] ?? channel
