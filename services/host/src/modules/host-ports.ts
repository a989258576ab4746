/** The ports that the host provides to modules: mail, quotas, metrics, and what it knows of HTTP. */

import type { Bounces } from '@parley/agency/bounces/bounces.ts'
import type { AgencyPlace, EmailDomainProviderName } from '@parley/contracts/agency/email-domain.ts'
import type { PoweredBy } from '@parley/contracts/agency/white-label.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { Mailer, MailMessage, MailSender, OutgoingMail } from '@parley/identity/mail/mailer.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import type { EndMembership } from '@parley/workspace/end-membership.ts'
import type { Config } from '../config.ts'
import { everyAnswer } from '../http/every-answer.ts'
import { toAnyOrigin } from '../http/other-origins.ts'
import { framedMail } from '../mail-frame.ts'
import type { Metrics } from '../metrics.ts'
import { productName } from '../product.ts'
import type { Quotas } from '../quotas/quotas.ts'

/** Models with metrics of their own. */
const MODELS_MEASURED = 200

export type HostPorts = ReturnType<typeof hostPorts>

/** What a person leaves behind in a region that is not theirs, as a member of workspaces there. */
export type OtherRegion = {
  commands: CommandHandler
  keyring: Keyring
  endMembership: EndMembership
}

/** `returnHost`: of its mails that can't be delivered. */
type AgencySender = MailSender & { provider: EmailDomainProviderName; returnHost: string }

export function hostPorts(host: {
  config: Pick<Config, 'publicUrl' | 'MAIL_RETURN_HOST'>
  mailer: Mailer
  /** Who sends from the domains of agencies, if not the mailer. */
  mailersOf: Partial<Record<EmailDomainProviderName, Pick<Mailer, 'send'>>>
  /** In whose name an agency's mails are sent; undefined while it has no verified domain. Throws while nobody can tell. */
  senderOf(agency: AgencyPlace): Promise<AgencySender | undefined>
  /** The powered-by line of an agency's mails; undefined with white label, or if its region is not served here. */
  poweredByOf(agency: AgencyPlace): Promise<PoweredBy | undefined>
  /** What came back of a workspace's mails; undefined if its region is not served here. */
  bouncesOf(workspace: AgencyPlace): Pick<Bounces, 'isSuppressed' | 'returnAddressOf'> | undefined
  metrics: Pick<Metrics, 'modelCalls' | 'modelSeconds'>
  region: Region
  quotas: Pick<Quotas, 'of' | 'planChanged' | 'reached'>
  /** The commands of a region that this process serves; without a name, of the first one. */
  commandsOf(region?: string): CommandHandler | undefined
  /** The regions that this process serves besides this one, once they are open. */
  otherRegions(): OtherRegion[]
}) {
  const { commandsOf, config, mailer, metrics, otherRegions, quotas, region } = host
  const send = sendMailOf(host)
  const { remove } = mailer
  // bounded: by `MODELS_MEASURED`
  const measured = new Set<string>()
  /** Anybody may name a model, and a metric keeps every name that it was given. */
  const labelOf = (modelId: string) => {
    if (measured.size < MODELS_MEASURED) measured.add(modelId)
    return measured.has(modelId) ? modelId : 'other'
  }
  return {
    product: { name: () => productName },
    /** The region without a name keeps what is unique across regions. */
    directory: { commandsOf },
    otherRegions: { all: otherRegions },
    mail: {
      /** The mail as it is sent, with the brand that it comes from. */
      framed,
      send,
      remove: async (...which: Parameters<NonNullable<typeof remove>>) => remove?.(...which),
    },
    quotas: {
      of: (tenant: string) => quotas.of(region, tenant),
      planChanged: (tenant: string) => quotas.planChanged(region, tenant),
      reached: quotas.reached,
      /** Whether a call may begin beside those that last. There are no calls yet: the context that brings them asks here. */
      mayBeginCall: async (tenant: string, lasting: number) =>
        lasting < (await quotas.of(region, tenant)).maxConcurrentCalls,
    },
    metrics: {
      modelCalled({ modelId, outcome, tookMs }: { modelId: string; outcome: string; tookMs: number }) {
        const model = labelOf(modelId)
        metrics.modelCalls.inc({ model, outcome })
        metrics.modelSeconds.observe({ model }, tookMs / 1000)
      },
    },
    answers: {
      /** The headers of an answer that pages of every origin may read. */
      headersToAnyOrigin: () => ({ ...everyAnswer(config.publicUrl), ...toAnyOrigin }),
    },
  }
}

const framed = (mail: MailMessage) => framedMail(mail, { name: productName })

/**
 * Sends a mail from the domain of the agency whose brand it has, once that is verified; else, or if its provider takes
 * none from there, from the operator's address under the name of the brand. A mail of a workspace is refused if its
 * address bounced or complained, unless the recipient has just asked for it.
 */
function sendMailOf({
  config,
  mailer,
  mailersOf,
  senderOf,
  poweredByOf,
  bouncesOf,
  region,
}: Pick<Parameters<typeof hostPorts>[0], MailParts>) {
  const { MAIL_RETURN_HOST: ownHost } = config
  return async ({ tenant, asked, ...given }: OutgoingMail): ReturnType<Mailer['send']> => {
    const { brand } = given
    const { agency } = brand ?? {}
    const line = agency && (await poweredByOf(agency))
    const mail = brand && line ? { ...given, brand: { ...brand, poweredBy: line } } : given
    const place = agency ?? (tenant === undefined ? undefined : { region, agencyId: tenant })
    const bounces = place && bouncesOf(place)
    const { agencyId = '' } = place ?? {}
    if (!asked && (await bounces?.isSuppressed(agencyId, mail.to))) return 'refused'
    const returned = bounces?.returnAddressOf(agencyId, mail.to)
    const own = agency && (await senderOf(agency))
    if (own) {
      const { provider, returnHost, ...sender } = own
      const returnPath = `${returned ?? 'bounces'}@${returnHost}`
      const outcome = await (mailersOf[provider] ?? mailer).send({ ...framed(mail), sender, returnPath })
      if (outcome !== 'refused') return outcome
    }
    const returnPath = returned !== undefined && ownHost !== undefined && `${returned}@${ownHost}`
    return mailer.send({ ...framed(mail), ...(returnPath && { returnPath }) })
  }
}
type MailParts = 'config' | 'mailer' | 'mailersOf' | 'senderOf' | 'poweredByOf' | 'bouncesOf' | 'region'
