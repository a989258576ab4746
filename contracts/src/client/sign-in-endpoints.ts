/** How the clients of an agency sign in, and what they read and change about themselves (part 2 §2.5, §7). */
import { z } from 'zod'
import { agencySettingsSchema, customTabSchema, onboardingToggleShape } from '../agency/settings.ts'
import { poweredBySchema } from '../agency/white-label-endpoints.ts'
import { defineEndpoints, regionParams, regionSchema, workspaceParams } from '../endpoint.ts'
import {
  acknowledged,
  codeRefusals,
  emailSchema,
  passwordRefusals,
  presentPassword,
} from '../identity/endpoints.ts'
import { longestCompanyDescription, longestCompanyName, longestWebsite } from '../onboarding/company.ts'
import { dashboardLayouts } from '../organisation/dashboard-layouts.ts'
import { workspacePermissionNames } from '../permissions.ts'
import { clientView } from './endpoints.ts'
import { clientGoalIds } from './onboarding.ts'
import { clientSettings, dashboardPassword } from './settings.ts'
import { clientStatuses } from './statuses.ts'

export const agencyId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** What strangers see of an agency, without its price; its custom CSS is cleaned. */
export const agencyBrand = agencySettingsSchema.omit({ customTabs: true, USDPerToken: true }).extend({
  settings: agencySettingsSchema.shape.settings.pick({
    disablePasswordLogin: true,
    enableClientSignup: true,
  }),
  region: regionSchema,
  agencyId: z.string(),
  /** Present while the agency has no white label. */
  poweredBy: poweredBySchema.optional(),
})
export type AgencyBrand = z.infer<typeof agencyBrand>

/** What the dashboard of a client stores in the browser: who is signed in, and nothing that signs in. */
export const clientClaims = z.object({
  isClient: z.literal(true),
  clientId: z.string(),
  agencyId: z.string(),
  region: regionSchema,
})
export type ClientClaims = z.infer<typeof clientClaims>

/** That one of the agency's team has this session of the client, and for how long. */
export const clientViewer = z.object({
  viewId: z.string(),
  userId: z.string(),
  displayName: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
  /** Until then, by the clock of the server. */
  secondsLeft: z.number(),
})
export type ClientViewer = z.infer<typeof clientViewer>

/** How long a session that the agency secret began is still valid. */
export const clientAgencyAdmin = z.object({
  /** ISO 8601. */
  expiresAt: z.string(),
  /** Until then, by the clock of the server. */
  secondsLeft: z.number(),
})

/** For browsers, the token is also set as the HttpOnly cookie `parley_session`. */
export const clientSignedIn = clientClaims.extend({
  token: z.string(),
  clientData: z.object({ email: z.string() }),
})

/** A custom tab of the agency as the client's navigation shows it. */
export const clientTab = customTabSchema.pick({
  tabId: true,
  label: true,
  href: true,
  iconUrl: true,
  desc: true,
})
export type ClientTab = z.infer<typeof clientTab>

export const clientSession = z.object({
  success: z.literal(true),
  clientData: clientView.omit({ orgName: true, returnedMail: true, createdAt: true }),
  orgData: z.object({
    ID: z.string(),
    name: z.string(),
    squarePhotoURL: z.string(),
    dashboardLayout: z.enum(dashboardLayouts),
  }),
  sessionId: z.string(),
  region: regionSchema,
  /** The workspace of the agency, which is the agency's id too. */
  agencyId: z.string(),
  permissions: z.array(z.enum(workspacePermissionNames)),
  /** Those that its access names, and those that every client sees, in the order of the agency. */
  customTabs: z.array(clientTab),
  /** What its agency has it asked; present until a client that signed up has completed its onboarding. */
  onboarding: z.object(onboardingToggleShape).optional(),
  /** Present while one of the agency's team views as the client. */
  viewer: clientViewer.optional(),
  /** Present if this is no client but the agency’s admin, who signed in with the agency secret. */
  agencyAdmin: clientAgencyAdmin.optional(),
  /** Whether its agency reads feedback. */
  feedback: z.boolean(),
})
export type ClientSessionView = z.infer<typeof clientSession>

const anyone = { access: 'anyone', permission: 'account.sign-in' } as const
const client = { access: 'client', permission: 'client.profile.manage' } as const
const ofSession = { access: 'client', permission: 'client.session' } as const
/** What is the client's own, whoever views as it leaves alone. */
const viewed = { 'viewing-as': 403 } as const
const region = z.object({ bucket: z.string().max(20).optional() })
/** Which of them are required is the agency's to say. */
const company = z.object({
  name: z.string().trim().max(longestCompanyName),
  website: z.string().trim().max(longestWebsite),
  description: z.string().trim().max(longestCompanyDescription),
})
/** A client names itself; another one is not found. */
const ownId = z.object({ clientId: z.string().max(64) })

export const clientSignInEndpoints = defineEndpoints({
  'clientAuth.agency': {
    ...anyone,
    summary: 'The brand of an agency, as the pages where its clients sign in show it',
    method: 'GET',
    path: '/api/auth/client/agency',
    kind: 'query',
    query: z.object({
      /** Without it, the agency of the host that is asked. */
      agency: agencyId.optional(),
    }),
    output: agencyBrand,
    refusals: { 'too-many-requests': 429 },
  },
  'clientAuth.signIn': {
    ...anyone,
    summary:
      'Sign in as a client of an agency, by password or by what `ssoClient` or `validateClientLoginToken` gave in its place',
    method: 'POST',
    path: '/api/auth/client/sign-in',
    kind: 'command',
    body: z.object({
      email: emailSchema,
      password: z.string().min(1, 'Please enter your email and password.').max(2_000),
      agencyId,
    }),
    output: clientSignedIn,
    refusals: { 'wrong-credentials': 401, 'password-login-disabled': 403, 'too-many-requests': 429 },
  },
  'rpc.ssoClient': {
    ...anyone,
    summary:
      'Mail a client its login code or, with the code, give what signs in once within 60 seconds in place of a password',
    method: 'POST',
    path: '/api/{region}/rpc/ssoClient',
    kind: 'command',
    params: regionParams,
    body: z.object({
      email: emailSchema,
      agencyId,
      code: z.string().trim().min(1, 'Please enter the verification code.').max(12).optional(),
      /** Of the answer that announced the code: a code is valid only for the request that it was sent for. */
      requestId: z.string().min(1).max(64).optional(),
    }),
    output: z.object({
      success: z.literal(true),
      requestId: z.string().optional(),
      data: z
        .object({ clientData: z.object({ email: z.string(), dashboardPassword: z.string() }) })
        .optional(),
    }),
    refusals: { ...codeRefusals, 'password-login-disabled': 403 },
  },
  'rpc.signupWithOTP': {
    ...anyone,
    summary:
      'Mail a verification code to somebody who wants to become a client or, with the code, create the client and give what signs in once within 60 seconds in place of a password',
    method: 'POST',
    path: '/api/{region}/rpc/signupWithOTP',
    kind: 'command',
    params: regionParams,
    body: clientSettings.pick({ name: true, email: true }).extend({
      agencyId,
      /** That of the page where it signs up. */
      preferredLanguage: clientSettings.shape.preferredLanguage.optional(),
      code: z.string().trim().min(1, 'Please enter the verification code.').max(12).optional(),
      /** Of the answer that announced the code: a code is valid only for the request that it was sent for. */
      requestId: z.string().min(1).max(64).optional(),
    }),
    output: z.object({
      success: z.literal(true),
      message: z.string(),
      requestId: z.string().optional(),
      data: z
        .object({ clientData: z.object({ email: z.string(), dashboardPassword: z.string() }) })
        .optional(),
    }),
    refusals: { ...codeRefusals, 'email-in-use': 409, 'sign-up-disabled': 403, 'no-client-seats': 403 },
  },
  'clients.createLoginToken': {
    summary:
      'Make a token that signs a client in once within 60 seconds, for a server of the agency that sends its browser to `address`',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/clients/{clientId}/login-token',
    permission: 'client.manage',
    kind: 'command',
    params: workspaceParams.extend({ clientId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
    output: z.object({
      token: z.string(),
      /** The sign-in page of the agency with the token. */
      address: z.string(),
      /** ISO 8601. */
      expiresAt: z.string(),
    }),
  },
  'clients.sendSignInLink': {
    summary: 'Mail a client where it signs in, with a link that signs it in once within seven days',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/clients/{clientId}/sign-in-link',
    permission: 'client.manage',
    kind: 'command',
    params: workspaceParams.extend({ clientId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
    output: acknowledged,
    refusals: { 'password-login-disabled': 403, 'too-many-requests': 429 },
  },
  'rpc.validateClientLoginToken': {
    ...anyone,
    summary:
      'Give what signs a client in once within 60 seconds in place of a password, for a login token or a token that the agency’s own server signed: a JSON Web Token with HS256 under the secret for single sign-on, with iss (the agency’s ID), aud (client-login), sub (the client’s ID), email, exp (60 seconds ahead at most) and jti (another one each time)',
    method: 'POST',
    path: '/api/{region}/rpc/validateClientLoginToken',
    kind: 'command',
    params: regionParams,
    body: z.object({
      token: z.string().min(1).max(4_000),
      /** The agency at whose page it was given; a token of another one is refused. */
      agencyId: agencyId.optional(),
    }),
    output: z.object({
      success: z.literal(true),
      clientData: z.object({ email: z.string(), dashboardPassword: z.string() }),
    }),
    refusals: { 'invalid-token': 401, 'too-many-requests': 429 },
  },
  'clientAuth.signOut': {
    ...ofSession,
    summary: 'End this session of a client, or of the agency’s admin',
    method: 'POST',
    path: '/api/auth/client/sign-out',
    kind: 'command',
    withoutClientAccess: true,
    output: acknowledged,
    refusals: viewed,
  },
  'clients.viewAs': {
    summary: 'Open a session of a client for half an hour, in which every act is recorded under both names',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/clients/{clientId}/view-as',
    permission: 'client.view-as',
    kind: 'command',
    params: workspaceParams.extend({ clientId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
    /** For browsers, the token is also set as the HttpOnly cookie `parley_view`, beside the caller's own session. */
    output: clientClaims.extend({ viewer: clientViewer, token: z.string() }),
  },
  'clients.createViewLink': {
    summary:
      'Make an address at the agency’s domain at which the caller, who is signed in at the product’s own host, views as a client: once, within 60 seconds',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/clients/{clientId}/view-link',
    permission: 'client.view-as',
    kind: 'command',
    params: workspaceParams.extend({ clientId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
    /** Without an address where the agency has no domain, or the caller is signed in there: `clients.viewAs` opens the view. */
    output: z.object({ address: z.string().optional() }),
  },
  'clientAuth.openView': {
    ...anyone,
    summary: 'Begin the view of a link that `clients.createViewLink` made, at the domain that it names',
    method: 'POST',
    path: '/api/{region}/client-views',
    kind: 'command',
    params: regionParams,
    body: z.object({ token: z.string().min(1).max(2_000) }),
    /** For browsers, the token is also set as the HttpOnly cookie `parley_view`. */
    output: clientClaims.extend({
      viewer: clientViewer,
      token: z.string(),
      /** The client's. */
      name: z.string(),
      /** Where the viewer came from. */
      returnTo: z.string(),
    }),
    refusals: { 'invalid-token': 401, 'too-many-requests': 429 },
  },
  'clientAuth.leaveView': {
    ...client,
    summary: 'End a session in which one of the agency’s team views as a client',
    method: 'POST',
    path: '/api/auth/client/leave-view',
    kind: 'command',
    withoutClientAccess: true,
    output: acknowledged,
  },
  'clientAuth.refresh': {
    ...ofSession,
    summary:
      'The signed-in client with its organisation, its agents and what it may do with them; for the agency’s admin, all agents of the agency',
    method: 'POST',
    path: '/api/auth/client/refresh',
    kind: 'query',
    body: ownId.partial().extend(region.shape),
    output: clientSession,
  },
  'clientAuth.saveOnboarding': {
    ...client,
    summary: 'Answer questions of the own onboarding, or complete it, as a client that signed up',
    method: 'POST',
    path: '/api/auth/client/onboarding',
    kind: 'command',
    body: z.object({
      goals: z.array(z.enum(clientGoalIds)).max(clientGoalIds.length).optional(),
      company: company.optional(),
      isCompleted: z.literal(true).optional(),
    }),
    output: acknowledged,
    refusals: viewed,
  },
  'clientAuth.createAgent': {
    ...client,
    summary: 'Create the one agent that a client gets in its onboarding, of what its website says',
    method: 'POST',
    path: '/api/auth/client/onboarding/agent',
    kind: 'command',
    limited: 'upload',
    body: z.object({ company }),
    output: z.object({ agentId: z.string() }),
    refusals: { 'agent-limit-reached': 403, 'too-large': 413, 'wrong-type': 415, ...viewed },
  },
  'clientAuth.tab': {
    ...client,
    summary: 'A custom tab of the agency with its content, if the client may open it',
    method: 'GET',
    path: '/api/auth/client/tabs/{tabId}',
    kind: 'query',
    params: z.object({ tabId: customTabSchema.shape.tabId }),
    output: customTabSchema,
  },
  'clientAuth.status': {
    ...client,
    summary: 'Go online or offline as a client',
    method: 'POST',
    path: '/api/auth/client/status',
    kind: 'command',
    body: ownId.extend({ status: z.enum(clientStatuses), ...region.shape }),
    output: acknowledged,
    refusals: viewed,
  },
  'clientAuth.changePassword': {
    ...client,
    summary: 'Set a new password with the present one, as a client; ends all its other sessions',
    method: 'POST',
    path: '/api/auth/client/password',
    kind: 'command',
    body: z.object({ password: presentPassword, newPassword: dashboardPassword }),
    output: acknowledged,
    refusals: { ...passwordRefusals, 'password-login-disabled': 403, ...viewed },
  },
  'clientAuth.saveProfile': {
    ...client,
    summary: 'Change the own name, e-mail address, photo or language as a client',
    method: 'POST',
    path: '/api/auth/client/profile',
    kind: 'command',
    body: clientSettings
      .pick({ name: true, email: true, squarePhotoURL: true, preferredLanguage: true })
      .partial(),
    output: acknowledged,
    refusals: { 'email-in-use': 409, 'email-of-organization': 409, ...viewed },
  },
})
