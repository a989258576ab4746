/** The organisations of an agency's clients, in its workspace. */
import { z } from 'zod'
import { organisationId } from '../client/settings.ts'
import { chosenIds, defineEndpoints, pageOf, pageQuery, wholeList, workspaceParams } from '../endpoint.ts'
import { languages } from '../languages.ts'
import { dashboardLayouts } from './dashboard-layouts.ts'
import { organisationInboxRules } from './inbox-rules.ts'
import { organisationSettings } from './settings.ts'

const organisationParams = workspaceParams.extend({ organisationId })
const acknowledged = z.object({ success: z.literal(true) })

export const organisationView = z.object({
  ID: z.string(),
  name: z.string(),
  squarePhotoURL: z.string(),
  defaultClientAccess: z.array(z.string()),
  defaultClientTabOrder: z.array(z.string()),
  /** Agents that exist. */
  widgetIDs: z.array(z.string()),
  allowBilling: z.boolean(),
  preferredLanguage: z.enum(languages),
  dashboardLayout: z.enum(dashboardLayouts),
  ...organisationInboxRules,
  disableClientAccess: z.boolean(),
  disableClientAccessMessage: z.string(),
  /** How many clients it has. */
  clients: z.number(),
  /** Its credits. */
  balance: z.number(),
  /** ISO 8601. */
  createdAt: z.string(),
})
export type OrganisationView = z.infer<typeof organisationView>

/** An organisation where one of all is chosen. */
export type OrganisationChoice = Pick<OrganisationView, 'ID' | 'name'>

export const organisationSorts = ['name', 'newest', 'clients', 'balance'] as const
export type OrganisationSort = (typeof organisationSorts)[number]

/** Which organisations, and in which order. */
const filters = z.object({
  /** Words in the name. */
  q: z.string().max(200).optional(),
  /** `newest` first, or those with the most `clients` or the largest `balance`. */
  sort: z.enum(organisationSorts).optional(),
})

/** A transfer between the credits of the workspace and those of an organisation, as the organisation sees it. */
export const creditTransferView = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** Negative if credits went back to the workspace. */
  amount: z.number(),
})
export type CreditTransferView = z.infer<typeof creditTransferView>

export const organisationEndpoints = defineEndpoints({
  'organisations.list': {
    summary: 'The organisations of a workspace, by name by default',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/organisations',
    permission: 'client.read',
    kind: 'query',
    params: workspaceParams,
    query: pageQuery.extend(filters.shape),
    output: pageOf(organisationView).extend({
      /** How many the workspace has. */
      total: z.number(),
    }),
  },
  'organisations.export': {
    summary: 'The organisations of a workspace as CSV',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/organisations.csv',
    permission: 'client.read',
    kind: 'query',
    delivery: 'stream',
    mediaTypes: ['text/csv'],
    params: workspaceParams,
    /** `ids`: only these, if they match the filters. */
    query: filters.extend({ ids: chosenIds }),
    output: z.string(),
  },
  'organisations.names': {
    summary: 'The names of all organisations of a workspace, sorted',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/organisation-names',
    permission: 'client.read',
    params: workspaceParams,
    ...wholeList(organisationView.pick({ ID: true, name: true })),
  },
  'organisations.get': {
    summary: 'An organisation',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/organisations/{organisationId}',
    permission: 'client.read',
    kind: 'query',
    params: organisationParams,
    output: organisationView,
  },
  'organisations.create': {
    summary: 'Create an organisation',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/organisations',
    permission: 'client.manage',
    kind: 'command',
    params: workspaceParams,
    body: organisationSettings.partial(),
    output: z.object({ organisationId: z.string() }),
    refusals: { 'too-many-organisations': 403 },
  },
  'organisations.save': {
    summary: 'Change an organisation',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/organisations/{organisationId}',
    permission: 'client.manage',
    kind: 'command',
    overwrites: 'organisations.get',
    params: organisationParams,
    body: organisationSettings.partial(),
    output: acknowledged,
  },
  'organisations.delete': {
    summary: 'Delete an organisation without clients and credits',
    method: 'DELETE',
    path: '/api/{region}/v2/workspaces/{workspaceId}/organisations/{organisationId}',
    permission: 'client.manage',
    kind: 'command',
    overwrites: 'organisations.get',
    params: organisationParams,
    output: acknowledged,
    refusals: { 'organisation-has-clients': 409, 'organisation-has-credits': 409 },
  },
  'organisations.transferCredits': {
    summary: 'Move credits between the workspace and an organisation that has credits of its own',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/organisations/{organisationId}/credits',
    permission: 'billing.manage',
    kind: 'command',
    params: organisationParams,
    body: z.object({
      amount: z
        .number('Please enter a valid amount to transfer.')
        .positive('Please enter a valid amount to transfer.')
        .max(1_000_000_000, 'Please enter a valid amount to transfer.'),
      /** Where the credits are taken. */
      from: z.enum(['workspace', 'organisation']),
    }),
    output: acknowledged,
    refusals: { 'no-credits': 402, 'billing-not-allowed': 409, 'account-closed': 409 },
  },
  'organisations.creditHistory': {
    summary: 'The transfers of credits to and from an organisation, newest first',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/organisations/{organisationId}/credits',
    permission: 'client.read',
    kind: 'query',
    params: organisationParams,
    query: pageQuery,
    output: pageOf(creditTransferView).extend({ balance: z.number() }),
  },
})
