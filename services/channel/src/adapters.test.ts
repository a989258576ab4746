import { answered, describeAdapter } from './adapter.conformance.ts'
import { discordAdapter } from './discord/discord-adapter.ts'
import { discordApi } from './discord/discord-api.ts'
import { graphApi } from './meta/graph-api.ts'
import { pageAdapter } from './pages/page-adapter.ts'
import { telegramAdapter } from './telegram/telegram-adapter.ts'
import { telegramApi } from './telegram/telegram-api.ts'
import { webhookAdapter } from './webhook/webhook-adapter.ts'
import { whatsAppAdapter } from './whatsapp/whatsapp-adapter.ts'

describeAdapter('webhook', {
  adapterOn: (safeFetch) => webhookAdapter({ safeFetch, sign: () => 'v1=signed' }),
  channel: { account: { url: 'https://shop.example/in' }, credentials: { secret: 'sixteen letters!' } },
  contactId: 'grace',
  answer: (what) =>
    ({
      'takes it': answered(204),
      'refuses it': answered(422),
      'asks for patience': answered(429, '', { 'retry-after': '7' }),
      fails: answered(503),
      'talks nonsense': answered(599, '<html>'),
    })[what],
})

const fault = (error_code: number, description: string, more: object = {}) =>
  answered(error_code, JSON.stringify({ ok: false, error_code, description, ...more }))
describeAdapter('telegram', {
  adapterOn: (fetch) =>
    telegramAdapter({
      api: telegramApi({ apiUrl: 'https://api.telegram.org', fetch }),
      publicUrl: 'https://parley.example',
      region: 'na',
    }),
  channel: { account: { botId: '1', username: 'shop_bot' }, credentials: { token: '1:token' } },
  contactId: '7',
  answer: (what) =>
    ({
      'takes it': answered(200, '{"ok":true,"result":{"message_id":5}}'),
      'refuses it': fault(400, 'Bad Request: chat not found'),
      'asks for patience': fault(429, 'Too Many Requests', { parameters: { retry_after: 7 } }),
      fails: fault(502, 'Bad Gateway'),
      'talks nonsense': answered(200, '<html>'),
    })[what],
})

const graphFault = (status: number, code: number, headers: Record<string, string> = {}) =>
  answered(status, JSON.stringify({ error: { message: 'It failed', type: 'OAuthException', code } }), headers)
describeAdapter('whatsapp', {
  adapterOn: (fetch) =>
    whatsAppAdapter({
      api: graphApi({ apiUrl: 'https://graph.facebook.com', version: 'v18.0', fetch }),
      publicUrl: 'https://parley.example',
      region: 'na',
    }),
  channel: {
    account: {
      phoneNumberId: '106540352242922',
      businessId: '419561257915477',
      phoneNumber: '+1 555 078 3881',
    },
    credentials: { token: 'the token', appSecret: 'the secret' },
  },
  contactId: '16505551234',
  answer: (what) =>
    ({
      'takes it': answered(200, '{"messaging_product":"whatsapp","messages":[{"id":"wamid.1"}]}'),
      'refuses it': graphFault(400, 100),
      'asks for patience': graphFault(429, 131_056, { 'retry-after': '7' }),
      fails: graphFault(500, 131_000),
      'talks nonsense': answered(200, '<html>'),
    })[what],
})

const ofDiscord = (status: number, more: object, headers: Record<string, string> = {}) =>
  answered(status, JSON.stringify(more), headers)
describeAdapter('discord', {
  adapterOn: (fetch) => {
    const publicUrl = 'https://parley.example'
    const api = discordApi({ apiUrl: 'https://discord.com/api/v10', botToken: 'token', publicUrl, fetch })
    return discordAdapter({ api, publicUrl, isOffered: true })
  },
  channel: {
    account: { discordChannelId: '1234567890123456', serverId: '2234567890123456' },
    credentials: {
      webhookUrl: 'https://discord.com/api/webhooks/3234567890123456/the-token-of-this-webhook',
    },
  },
  contactId: '4234567890123456',
  answer: (what) =>
    ({
      'takes it': ofDiscord(200, { id: '5' }),
      'refuses it': ofDiscord(400, { code: 50_035, message: 'Invalid Form Body' }),
      'asks for patience': ofDiscord(429, { message: 'Slow down', retry_after: 7, global: false }),
      fails: ofDiscord(502, {}),
      'talks nonsense': answered(200, '<html>'),
    })[what],
})
for (const kind of ['messenger', 'instagram'] as const)
  describeAdapter(kind, {
    adapterOn: (fetch) =>
      pageAdapter({
        kind,
        api: graphApi({ apiUrl: 'https://graph.facebook.com', version: 'v18.0', fetch }),
        publicUrl: 'https://parley.example',
        isUsed: async () => false,
      }),
    channel: {
      account: { pageId: '104111111111111', pageName: 'Lamp Shop' },
      credentials: { token: 'the token', appSecret: 'the secret' },
    },
    contactId: '7654321098765432',
    answer: (what) =>
      ({
        'takes it': answered(200, '{"recipient_id":"7654321098765432","message_id":"m_1"}'),
        'refuses it': graphFault(400, 100),
        'asks for patience': graphFault(400, 613, { 'retry-after': '7' }),
        fails: graphFault(500, 1_200),
        'talks nonsense': answered(200, '<html>'),
      })[what],
  })
