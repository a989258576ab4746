import type { Region } from '@parley/contracts/endpoint.ts'
import type { ChangeNotice } from '@parley/contracts/live/endpoints.ts'

/** Which keys a stream's events touch; the words are the first parts of query keys. */
const touched: Record<string, readonly string[]> = {
  agent: ['agent', 'agents', 'versions', 'overview'],
  knowledge: ['knowledge'],
  tool: ['tools'],
  conversation: ['conversations', 'inbox', 'conversation', 'overview', 'agents'],
  lead: ['leads', 'lead'],
  question: ['analytics'],
  loads: ['analytics'],
  notification: ['notifications'],
  recipient: ['notifications'],
  workspace: ['workspace', 'session', 'inbox-settings'],
}

/** Lists of the whole workspace; all others are of one agent where the notice names it. */
const ofWorkspace = ['agents', 'audit', 'tools', 'notifications', 'workspace', 'session', 'inbox-settings']

/** Long lists that amend themselves by what `notices.ts` tells; they are only marked as old. */
export const isAmended = (queryKey: readonly unknown[]): boolean => queryKey[0] === 'inbox'

/** The prefixes of the query keys whose data a change may have made old. */
export function keysTouched(region: Region, notice: ChangeNotice): readonly unknown[][] {
  const context = notice.stream.slice(0, notice.stream.indexOf('-'))
  return [...(touched[context] ?? []), 'audit'].map((kind) => {
    if (kind === 'session') return [kind]
    const narrow = notice.agentId !== undefined && !ofWorkspace.includes(kind)
    if (kind === 'conversation')
      return [kind, region, notice.agentId, notice.stream.slice(context.length + 1)]
    return narrow ? [kind, region, notice.agentId] : [kind, region]
  })
}
