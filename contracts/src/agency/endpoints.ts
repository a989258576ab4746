import { z } from 'zod'
import { webFontSchema } from '../agent/web-font.ts'
import { fontNotFound } from '../agent/web-font-limits.ts'
import { defineEndpoints, workspaceParams } from '../endpoint.ts'
import { longestAddress } from '../file/pictures.ts'
import { longestAgencyCss } from './looks.ts'
import { agencyChangesSchema, agencyView } from './settings.ts'

const path = '/api/{region}/v2/workspaces/{workspaceId}/agency'
const pictureRefusals = { 'wrong-type': 415 }

export const agencyEndpoints = defineEndpoints({
  'agency.get': {
    summary: 'The agency of a workspace with its settings; none before it is initialized',
    method: 'GET',
    path,
    permission: 'agency.read',
    kind: 'query',
    params: workspaceParams,
    output: z.object({ agency: agencyView.optional() }),
  },
  'agency.initialize': {
    summary: 'Make a workspace an agency, with the default settings; one that there is stays as it is',
    method: 'POST',
    path,
    permission: 'agency.manage',
    kind: 'command',
    params: workspaceParams,
    output: z.object({ ID: z.string() }),
  },
  'agency.save': {
    summary: 'Change settings of the agency; those that are not given stay as they are',
    method: 'POST',
    path: `${path}/settings`,
    permission: 'agency.manage',
    kind: 'command',
    overwrites: 'agency.get',
    params: workspaceParams,
    body: agencyChangesSchema,
    output: z.object({ success: z.literal(true) }),
    refusals: { 'invalid-tab': 422, 'font-not-fetched': 422, ...pictureRefusals },
    maxBodyBytes: 8_000_000,
  },
  'agency.regenerateSecret': {
    summary: 'Replace the agency secret; the former one stops working',
    method: 'POST',
    path: `${path}/secret`,
    permission: 'agency.manage',
    kind: 'command',
    overwrites: 'agency.get',
    params: workspaceParams,
    output: z.object({ secret: z.string() }),
  },
  'agency.createSsoSecret': {
    summary:
      'Make the secret with which the agency’s own server signs tokens for `validateClientLoginToken`; a former one stops working',
    method: 'POST',
    path: `${path}/sso-secret`,
    permission: 'agency.manage',
    kind: 'command',
    overwrites: 'agency.get',
    params: workspaceParams,
    /** It is told here alone. */
    output: z.object({ ssoSecret: z.string() }),
  },
  'agency.removeSsoSecret': {
    summary: 'Remove the secret for signed tokens, which then sign no client in',
    method: 'DELETE',
    path: `${path}/sso-secret`,
    permission: 'agency.manage',
    kind: 'command',
    overwrites: 'agency.get',
    params: workspaceParams,
    output: z.object({ success: z.literal(true) }),
  },
  'agency.fetchFont': {
    summary:
      'Copy a font from the web to this server, to look at before it is saved: by the name of a Google font, or the address of a stylesheet or a .woff2 file',
    method: 'POST',
    path: `${path}/font`,
    permission: 'agency.manage',
    kind: 'command',
    limited: 'upload',
    params: workspaceParams,
    body: z.object({
      font: z
        .string()
        .trim()
        .min(1, fontNotFound)
        .max(longestAddress)
        .meta({ examples: ['https://fonts.example/lora.css'] }),
    }),
    output: z.object({ webFont: webFontSchema }),
    refusals: { 'font-not-fetched': 422, ...pictureRefusals },
  },
  'agency.previewCss': {
    summary: 'What is kept of custom CSS: rules that load nothing from elsewhere. Nothing is saved',
    method: 'POST',
    path: `${path}/css-preview`,
    permission: 'agency.manage',
    kind: 'query',
    params: workspaceParams,
    maxBodyBytes: 400_000,
    body: z.object({ customCSS: z.string().max(longestAgencyCss) }),
    output: z.object({ customCSS: z.string() }),
  },
})
