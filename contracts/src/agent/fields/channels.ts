/** Credentials of channels other than the website. */
import { z } from 'zod'
import { readableSecret } from '../../message.ts'
import { field } from '../field.ts'

export const channelFields = {
  whatsappToken: field(readableSecret(z.string().max(2000)), { label: 'WhatsApp access token' }),
  whatsappBusniessId: field(z.string().max(100), { label: 'WhatsApp business ID' }),
  whatsappNumberId: field(z.string().max(100), { label: 'WhatsApp number ID' }),
  waTestNumber: field(z.string().max(50), { label: 'WhatsApp test number' }),
  waVerifyPassed: field(z.boolean(), { label: 'WhatsApp verified' }),
  gcloudClientEmail: field(z.string().max(300), { label: 'Google client email' }),
  gcloudPrivateKey: field(readableSecret(z.string().max(10_000)), { label: 'Google private key' }),
}
