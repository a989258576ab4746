/** What is behind the addresses that mail comes in for: conversations, and what came back of mails. */
import type { CameBack } from '@parley/agency/bounces/bounces.ts'
import { createReturnPaths, normalAddress } from '@parley/agency/bounces/return-path.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { Mailbox } from '@parley/conversation/inbound-mail/inbound-mail.ts'
import { readMailReport } from '@parley/conversation/inbound-mail/mail-report.ts'
import type { ReceiveMail } from '@parley/conversation/reply-mail/receive-mail.ts'
import { replyAddressesOf } from '@parley/conversation/reply-mail/reply-mail.module.ts'
import type { Config } from './config.ts'

type Served = {
  answersByMail: ReceiveMail
  bounces: { record(came: CameBack): Promise<'recorded' | 'ignored'> }
}

type Settings = Pick<Config, 'masterKey' | 'INBOUND_MAIL_HOST' | 'MAIL_RETURN_HOST'>

/** Undefined if no mail comes in. `servedIn`: of the regions of this process. */
export function mailboxesOf(
  config: Settings,
  servedIn: (region: Region) => Served | undefined,
): ((address: string) => Mailbox | undefined) | undefined {
  const { INBOUND_MAIL_HOST, MAIL_RETURN_HOST, masterKey } = config
  if (INBOUND_MAIL_HOST === undefined && MAIL_RETURN_HOST === undefined) return undefined
  const replyAddresses = replyAddressesOf(config)
  const paths = createReturnPaths(masterKey)
  /** The feedback loops of mailbox providers send there, whomever a complaint is about. */
  const complaints = MAIL_RETURN_HOST && `complaints@${MAIL_RETURN_HOST}`.toLowerCase()

  return (address) => {
    const path = paths.read(address)
    if (path) return servedIn(path.region) && boxOfReports(address)
    if (normalAddress(address) === complaints) return boxOfReports()
    const reply = replyAddresses?.read(address)
    const answers = reply && servedIn(reply.region)?.answersByMail
    return (
      answers && {
        accepts: () => answers.accepts(reply),
        receive: (mail) => answers.receive(reply, mail),
      }
    )
  }

  /** `own`: the return path that it is addressed to; a complaint names its own. */
  function boxOfReports(own?: string): Mailbox {
    return {
      accepts: async () => true,
      async receive({ bytes }) {
        const read = await readMailReport(bytes)
        if (typeof read === 'string') return read
        const { addresses, id: reportId, report } = read
        const named = report.kind === 'complaint' ? report.returnPaths : []
        const returnPath = own ?? named.find((one) => paths.read(one)) ?? ''
        const path = paths.read(returnPath)
        const became =
          path &&
          (await servedIn(path.region)?.bounces.record({
            returnPath,
            addresses,
            reportId,
            report,
            by: 'mail',
          }))
        return became === 'recorded' ? 'received' : 'ignored'
      },
    }
  }
}
