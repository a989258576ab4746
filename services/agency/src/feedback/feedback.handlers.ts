/** Mails what a client writes to its agency, under the agency's brand (part 2 §2.4). */
import { largestFeedbackFiles, tooLargeFeedback } from '@parley/contracts/agency/feedback.ts'
import type { feedbackEndpoints } from '@parley/contracts/agency/feedback-endpoints.ts'
import { type MailBrand, mailBrandOf } from '@parley/contracts/agency/looks.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { wrongTypeAlert } from '@parley/contracts/file/types.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { agency } from '../agency.decider.ts'
import { textOfHtml } from '../domains/text-of-html.ts'

export type FeedbackDeps = {
  region: Region
  load: CommandHandler['load']
  rateLimits: Pick<RateLimits, 'take'>
  /** The addresses of those who read what clients write; empty if there is nobody. */
  readersOf(agencyId: string): Promise<string[]>
  /** Where the agency's pages are, for its logo. */
  addressOf(agencyId: string): Promise<string>
  /** The MIME type of a file, if its bytes and its name agree on an accepted one. */
  typeOf(name: string, bytes: Buffer): string | undefined
  send(mail: FeedbackMail): Promise<'accepted' | 'refused' | 'attachments-refused'>
}

type FeedbackMail = {
  id: string
  to: string
  subject: string
  text: string
  brand: MailBrand
  replyTo: string
  attachments: { name: string; mimeType: string; bytes: Buffer }[]
}

const MAILS_AN_HOUR = 10
/** Of all clients of an agency. */
const MAILS_A_DAY = 200

const notFound = refuse('not-found', 'Not found.')
const viewing = refuse('viewing-as', 'This belongs to the client alone. Leave the view first.')
const noAttachments = refuse(
  'attachments-refused',
  'The attachments could not be sent. Please try again without them.',
  'attachments',
)
const notSent = refuse('not-sent', 'The feedback could not be sent. Please try again.')

export function feedbackHandlers(deps: FeedbackDeps): Handlers<typeof feedbackEndpoints> {
  return {
    async 'agency.sendFeedback'({ principal, params: { agencyId }, body, context }) {
      if (principal.kind !== 'client' || principal.tenant !== agencyId) return notFound
      if (principal.viewer) return viewing
      const state = (await deps.load(agency, agencyId, agencyId))?.state
      const readers = await deps.readersOf(agencyId)
      if (state?.status !== 'live' || readers.length === 0) return notFound
      const text = textOfHtml(body.html)
      if (text === '') return refuse('invalid-input', 'Please enter a message.', 'html')
      const attachments = body.attachments.map(({ filename, base64Payload }) => {
        const bytes = Buffer.from(base64Payload, 'base64')
        return { name: filename, bytes, mimeType: deps.typeOf(filename, bytes) }
      })
      if (attachments.reduce((sum, { bytes }) => sum + bytes.length, 0) > largestFeedbackFiles)
        return refuse('too-large', tooLargeFeedback, 'attachments')
      const accepted = attachments.flatMap(({ mimeType, ...file }) =>
        mimeType ? [{ ...file, mimeType }] : [],
      )
      if (accepted.length < attachments.length) return refuse('wrong-type', wrongTypeAlert, 'attachments')
      const taken = await deps.rateLimits.take([
        { key: `feedback/client/${principal.clientId}`, limit: MAILS_AN_HOUR, windowSeconds: 3_600 },
        { key: `feedback/agency/${agencyId}`, limit: MAILS_A_DAY, windowSeconds: 86_400 },
      ])
      if (!taken.allowed) {
        const message = 'That was a lot of feedback. Please try again in an hour.'
        return refuseFor(taken.retryAfterSeconds, 'too-many-requests', message)
      }
      const { displayName, email } = principal
      const brand = mailBrandOf(state.settings, await deps.addressOf(agencyId), {
        region: deps.region,
        agencyId,
      })
      for (const to of readers) {
        const outcome = await deps
          .send({
            id: `feedback/${context.cause.command}/${to}`,
            to,
            subject: body.subject.replace(/\s+/g, ' '),
            text: `${text}\n\n${displayName}\n${email}\n`,
            ...{ brand, replyTo: email, attachments: accepted },
          })
          .catch(() => 'refused' as const)
        if (outcome === 'attachments-refused') return noAttachments
        if (outcome !== 'accepted') return notSent
      }
      return reply({ success: true as const })
    },
  }
}
