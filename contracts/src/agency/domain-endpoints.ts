/** The domains of an agency (part 1 §7). */
import { z } from 'zod'
import { defineEndpoints, regionParams, workspaceParams } from '../endpoint.ts'
import { domainRecord } from './domain-events.ts'
import { dnsRecordStatuses, dnsRecordTypes, domainTypes, isEmailShaped } from './domain-names.ts'

const path = '/api/{region}/vercel-api/custom-domain'
const agencyPath = '/api/{region}/v2/workspaces/{workspaceId}/agency'
/** As it was entered; the domain in it is normalised. */
const entered = z
  .string()
  .max(400)
  .meta({ examples: ['app.agency.example'] })

/** The record that proves whose a domain is. `domain`: its whole name; `name`: its name within the zone. */
export const verificationRecord = z.object({
  type: z.enum(dnsRecordTypes),
  domain: z.string(),
  name: z.string(),
  value: z.string(),
})

/** Part 1 §3. */
export const dnsRecordView = domainRecord.extend({
  ttl: z.literal('Auto'),
  priority: z.number().optional(),
  status: z.enum(dnsRecordStatuses),
})
export type DnsRecordView = z.infer<typeof dnsRecordView>

export const domainView = z.object({
  domain: z.string(),
  isVerified: z.boolean(),
  /** Whether it answers over HTTPS. */
  isLive: z.boolean(),
  /** Whether DNS was looked at since the domain was added. */
  isChecked: z.boolean(),
  records: z.array(dnsRecordView),
  /** ISO 8601: when it is removed, since it resolves to another server. */
  removeAt: z.string().optional(),
})
export type DomainView = z.infer<typeof domainView>

export const agencyDomainsView = z.object({
  /** The domain below which agencies have subdomains; empty if there are none. */
  rootDomain: z.string(),
  VGsubDomain: z.string(),
  isVerifiedSubDomain: z.boolean(),
  customDomain: z.string(),
  isVerifiedCustomDomain: z.boolean(),
  customDomainConfig: verificationRecord.optional(),
  subdomain: domainView.optional(),
  custom: domainView.optional(),
})
export type AgencyDomainsView = z.infer<typeof agencyDomainsView>

const query = z.object({ domain: entered, domainType: z.enum(domainTypes) })

export const domainEndpoints = defineEndpoints({
  'domains.get': {
    summary: 'The subdomain and the custom domain of an agency, with their DNS records',
    method: 'GET',
    path: `${agencyPath}/domains`,
    permission: 'agency.read',
    kind: 'query',
    params: workspaceParams,
    output: agencyDomainsView,
  },
  'domains.isVerified': {
    summary: 'Whether a domain of the agency is verified',
    method: 'GET',
    path,
    permission: 'agency.read',
    kind: 'query',
    params: regionParams,
    query,
    output: z.object({ isVerified: z.boolean() }),
  },
  'domains.add': {
    summary:
      'Add a subdomain or a custom domain to the agency; nothing is served there before its DNS records are found',
    method: 'POST',
    path,
    permission: 'agency.manage',
    kind: 'command',
    params: regionParams,
    body: z
      .object({
        customDomain: entered,
        /** The caller, and the agency of the workspace; others are refused. */
        userId: z.string().max(64).optional(),
        agencyId: z.string().max(64).optional(),
        /** One of both; a custom domain unless told. */
        isVGSubdomain: z.boolean().optional(),
        isCustomDomain: z.boolean().optional(),
      })
      .refine(({ isVGSubdomain, isCustomDomain }) => !(isVGSubdomain && isCustomDomain), {
        message: 'A domain is either a subdomain (isVGSubdomain) or a custom domain (isCustomDomain).',
        path: ['isCustomDomain'],
      }),
    output: z.object({
      success: z.literal(true),
      message: z.string(),
      data: z.object({ domain: z.string(), verification: z.array(verificationRecord) }),
    }),
    refusals: {
      'invalid-domain': 422,
      'domain-taken': 409,
      'domain-exists': 409,
      'subdomains-not-offered': 409,
      'white-label-required': 403,
      'domain-not-added': 503,
    },
  },
  'domains.remove': {
    summary: 'Remove a domain from the agency; nothing is served there from then on',
    method: 'DELETE',
    path,
    permission: 'agency.manage',
    kind: 'command',
    params: regionParams,
    query,
    output: z.object({ success: z.literal(true), message: z.string() }),
  },
  'domains.liveness': {
    summary: 'Whether a domain of the agency answers over HTTPS: 200 when it is live',
    method: 'GET',
    path: '/api/{region}/proxy',
    permission: 'agency.read',
    kind: 'query',
    params: regionParams,
    query: z.object({ domain: entered }),
    output: z.object({ live: z.literal(true) }),
    refusals: { 'not-live': 404 },
  },
  'domains.sendInstructions': {
    summary:
      'Mail the DNS records of the agency’s custom domain to whoever looks after its DNS, and remind the sender a day later if they are still missing',
    method: 'POST',
    path: `${agencyPath}/dns-instructions`,
    alsoAt: {
      path: '/api/mail/send-dns-instructions',
      params: { region: 'bucket', workspaceId: 'agencyId' },
    },
    permission: 'agency.manage',
    kind: 'command',
    limited: 'mail',
    params: workspaceParams,
    body: z.object({
      to: z
        .string()
        .trim()
        .max(254)
        .refine(isEmailShaped, 'Please enter a valid recipient email.')
        .meta({ examples: ['developer@agency.example'] }),
      subject: z.string().trim().min(1).max(200),
      /** Its text is sent, with paragraphs and line breaks; nothing else of the HTML is. */
      htmlContent: z.string().trim().min(1).max(20_000),
      fromDisplayName: z.string().trim().max(100).optional(),
      agencyId: z.string().max(64).optional(),
      bucket: z.string().max(20).optional(),
    }),
    output: z.object({ success: z.literal(true), message: z.string() }),
    refusals: { 'not-sent': 502 },
  },
})
