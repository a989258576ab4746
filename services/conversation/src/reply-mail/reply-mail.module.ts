/** Replies of people, mailed to visitors who have left, and what these answer by mail. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { aggregateOf } from '@parley/kernel/process-managers/process-manager.ts'
import type { KeepFile } from '../inbound/attached-files.ts'
import type { Inbound } from '../inbound/inbound.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Transcripts } from '../transcripts.ts'
import { createMailLimits } from './mail-limits.ts'
import { mailReplies } from './mail-replies.policy.ts'
import type { ConversationFiles } from './mailed-files.ts'
import { createReceiveMail, type ReceiveMail } from './receive-mail.ts'
import { createReplyAddresses, type ReplyAddresses } from './reply-address.ts'
import { replyMailProcess } from './reply-mail.process.ts'
import { type ReplyMailDeps, runReplyMail } from './reply-mail.ts'

type Needs = {
  agencies: { addressOf(tenant: string): Promise<string> }
  agents: { document(tenant: string, agentId: string): Promise<AgentDocument | undefined> }
  conversations: { add: Inbound['add'] }
  files: { keep: KeepFile } & ConversationFiles
  mail: { send: ReplyMailDeps['send'] }
  quotas: { of(tenant: string): Promise<{ replyMails: number }>; reached(quota: 'replyMails'): void }
  outbound: { record: Outbound['record'] }
  transcripts: Transcripts
}
type AddressSettings = { masterKey: Buffer; INBOUND_MAIL_HOST?: string | undefined }
type Settings = AddressSettings & { MAIL_FROM: string; REPLY_MAIL_MINUTES: number }
type Provides = {
  /** Receives visitors' answers to mails. */
  answersByMail: ReceiveMail
  replyAddresses: {
    /** The address to which an answer comes back into a conversation; undefined if no mail comes in. */
    of(tenant: string, conversationId: string): string | undefined
  }
}

const MINUTE_MS = 60_000

export const replyMailModule = defineModule({
  name: 'reply mail',
  aggregates: [aggregateOf(replyMailProcess(0))],

  start({ config, engines, ports, onFault }: ModuleScope<Needs, Settings>) {
    const { region } = engines
    const { handle, load, refresh } = engines.commands
    const addresses = replyAddressesOf(config)
    const replyAddress = (tenant: string, conversationId: string) =>
      addresses?.addressOf({ region, tenant, conversationId })
    const running = runReplyMail({
      region,
      handle,
      load,
      refresh,
      deadlines: createDeadlines(engines.state),
      transcripts: ports.transcripts,
      record: ports.outbound.record,
      agentDocument: ports.agents.document,
      replyAddress,
      chatOf: async (tenant, agentId) =>
        `${await ports.agencies.addressOf(tenant)}/app/${region}/render/${agentId}/iframe`,
      mayMail: createMailLimits({
        limits: engines.rateLimits,
        ofWorkspace: async (tenant) => (await ports.quotas.of(tenant)).replyMails,
        reached: () => ports.quotas.reached('replyMails'),
      }),
      files: ports.files,
      send: ports.mail.send,
      onFault: (error, conversationId) => onFault('replies were not mailed', { conversationId, err: error }),
      waitMs: config.REPLY_MAIL_MINUTES * MINUTE_MS,
    })
    const answersByMail = createReceiveMail({
      addresses: addresses ?? { isOf: () => false },
      load,
      refresh,
      add: ports.conversations.add,
      keepFile: ports.files.keep,
      agentDocument: ports.agents.document,
      async tenantOf(conversationId) {
        const [first] = await engines.eventStore.readStream(`conversation-${conversationId}`, { limit: 1 })
        return first && decode(first, conversationEvents).tenant
      },
      own: ownMail(config.MAIL_FROM),
      limits: engines.rateLimits,
    })
    return {
      policies: [mailReplies({ take: running.take }), running.policy],
      deadlines: [running.deadlineWork],
      provides: { answersByMail, replyAddresses: { of: replyAddress } } satisfies Provides,
    }
  },
})

/** The addresses at which visitors answer; undefined if no mail comes in. */
export function replyAddressesOf(config: AddressSettings): ReplyAddresses | undefined {
  const { INBOUND_MAIL_HOST: host, masterKey } = config
  return host === undefined ? undefined : createReplyAddresses(masterKey, host)
}

/** By what our own mails are recognised, should one come back. */
function ownMail(from: string): { domain: string; address: string } {
  const address = /<([^<>]{1,320})>/.exec(from)?.[1] ?? from.trim()
  return { address, domain: address.slice(address.indexOf('@') + 1) }
}
