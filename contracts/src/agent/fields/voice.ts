/** Calls and speech. */
import { z } from 'zod'
import { field, group } from '../field.ts'

export const voiceFields = {
  voiceConfig: group(
    {
      config: group(
        {
          recordAudio: field(z.boolean(), { label: 'Record calls', default: true }),
          enableWebCalling: field(z.boolean(), { label: 'Calls on the web', default: true }),
          backgroundNoise: field(z.string().max(50), { label: 'Background noise', default: 'restaurant' }),
        },
        { label: 'Call settings' },
      ),
      transcriber: group(
        {
          provider: field(z.string().max(50), { label: 'Transcriber', default: 'deepgram' }),
          modelId: field(z.string().max(50), { label: 'Transcription model', default: 'nova-2' }),
          utteranceThreshold: field(z.number(), {
            label: 'Utterance threshold',
            default: 50,
            defaultWithoutNodes: 150,
          }),
          language: field(z.string().max(20), { label: 'Spoken language', default: 'en' }),
        },
        { label: 'Transcription' },
      ),
      speechGen: group(
        {
          provider: field(z.string().max(50), {
            label: 'Speech provider',
            default: 'deepgram',
            defaultWithoutNodes: 'google-live',
          }),
          voiceId: field(z.string().max(100), { label: 'Speaker', default: 'asteria' }),
        },
        { label: 'Speech' },
      ),
    },
    { label: 'Voice', exported: true },
  ),
  vapi: group({ id: field(z.string(), { label: 'Voice assistant id' }) }, { label: 'Voice assistant' }),
  vapiConfig: group(
    {
      enableVapiOnWeb: field(z.boolean(), { label: 'Voice on the web' }),
      overrideWithVG: field(z.boolean(), { label: 'The agent answers calls' }),
      promptOnWeb: field(z.boolean(), {
        label: 'Offer calls on the web',
        default: false,
        defaultWithoutNodes: false,
      }),
      maxCostMonthly: field(z.number().min(0), { label: 'Monthly cost of calls' }),
      maxMinutesMonthly: field(z.number().min(0), { label: 'Monthly minutes of calls' }),
    },
    { label: 'Calls', exported: true },
  ),
}
