/** The e-mail sending domain of an agency (part 2 §7). */
import { z } from 'zod'
import { defineEndpoints, regionParams, workspaceParams } from '../endpoint.ts'
import { emailDomainStatuses } from './email-domain.ts'
import { emailRecord } from './email-domain-events.ts'

const path = '/api/{region}/email/domains'
const ofDomain = regionParams.extend({ emailDomainId: z.string().min(1).max(64) })

/** Part 1 §3. `status`: what the last look found of it. */
export const emailRecordView = emailRecord.extend({
  ttl: z.literal('Auto'),
  status: z.enum(emailDomainStatuses),
})
export type EmailRecordView = z.infer<typeof emailRecordView>

/** Part 2 §3; empty fields without a domain. */
export const emailDomainView = z.object({
  resendEmailDomain: z.string(),
  resendEmailDomainId: z.string(),
  resendEmailDomainStatus: z.enum(emailDomainStatuses),
  resendEmailDomainRecords_JSON_STRING: z.string(),
  records: z.array(emailRecordView),
  /** The address that its mails come from, while they do. */
  sender: z.string().optional(),
})
export type EmailDomainView = z.infer<typeof emailDomainView>

export const emailDomainEndpoints = defineEndpoints({
  'emailDomains.get': {
    summary: 'The e-mail sending domain of an agency, with its status and its DNS records',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/agency/email-domain',
    permission: 'agency.read',
    kind: 'query',
    params: workspaceParams,
    output: emailDomainView,
  },
  'emailDomains.add': {
    summary: 'Add an e-mail sending domain to the agency; nothing is sent from it before it is verified',
    method: 'POST',
    path: `${path}/{domain}`,
    permission: 'agency.manage',
    kind: 'command',
    params: regionParams.extend({
      /** As it was entered; the domain in it is normalised. */
      domain: z
        .string()
        .max(200)
        .meta({ examples: ['agency.example'] }),
    }),
    body: z.object({
      domain: z.string().max(200).optional(),
      /** The caller, and the agency of the workspace; others are refused. */
      userId: z.string().max(64).optional(),
      agencyId: z.string().max(64).optional(),
    }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        id: z.string(),
        records: z.array(emailRecordView),
        statusCode: z.literal(201),
        message: z.string(),
      }),
    }),
    refusals: { 'invalid-domain': 422, 'domain-taken': 409, 'domain-exists': 409, 'domain-not-added': 503 },
  },
  'emailDomains.verify': {
    summary:
      'Have the DNS records of the e-mail sending domain looked for, every 5 seconds until they are found',
    method: 'POST',
    path: `${path}/{emailDomainId}/verify`,
    permission: 'agency.manage',
    kind: 'command',
    params: ofDomain,
    output: z.object({ success: z.literal(true), message: z.string() }),
    refusals: { 'domain-not-verified': 503 },
  },
  'emailDomains.status': {
    summary: 'The status of the e-mail sending domain and of its DNS records, as the last look found them',
    method: 'GET',
    path: `${path}/{emailDomainId}`,
    permission: 'agency.read',
    kind: 'query',
    params: ofDomain,
    output: z.object({
      data: z.object({ status: z.enum(emailDomainStatuses), records: z.array(emailRecordView) }),
    }),
  },
  'emailDomains.remove': {
    summary: 'Remove the e-mail sending domain from the agency; nothing is sent from it from then on',
    method: 'DELETE',
    path: `${path}/{emailDomainId}`,
    permission: 'agency.manage',
    kind: 'command',
    params: ofDomain,
    output: z.object({ success: z.literal(true), message: z.string() }),
  },
})
