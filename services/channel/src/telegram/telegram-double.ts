/**
 * A double of Telegram's Bot API on the loopback interface: bots with tokens, `setWebhook` and what follows from it,
 * messages that are sent, files that people sent. It delivers updates to the address of `setWebhook`, as Telegram does.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TelegramCall = {
  token: string
  method: string
  parameters: Record<string, unknown>
  answer: unknown
}

/** How the double answers the next calls of a method, in order; as Telegram does after that. */
export type TelegramAnswer =
  | 'hang'
  | 'cut'
  | 'nonsense'
  | { error_code: number; description: string; parameters?: { retry_after: number } }

export type TelegramDouble = Awaited<ReturnType<typeof startTelegramDouble>>

type Webhook = { url: string; secret_token?: string; allowed_updates?: string[] }

const AT = 1_764_320_400

export async function startTelegramDouble() {
  /** By token. */
  const bots = new Map<string, { id: number; username: string; first_name: string }>()
  const webhooks = new Map<string, Webhook>()
  const calls: TelegramCall[] = []
  const answers = new Map<string, TelegramAnswer[]>()
  /** By file id. */
  const files = new Map<string, { path: string; bytes: Buffer; size?: number }>()
  /** People who blocked all bots. */
  const blocked = new Set<number>()
  /** Of downloads, as they were asked for. */
  const downloads: string[] = []
  let numbers = 1_000

  const server = createServer(async (request, response) => {
    const [, first = '', ...rest] = (request.url ?? '').split('/')
    if (first === 'file') return download(rest, response)
    const token = decodeURIComponent(first.replace(/^bot/, ''))
    const method = rest[0] ?? ''
    const parameters = JSON.parse((await bodyOf(request)).toString() || '{}')
    const next = answers.get(method)?.shift()
    const answer = next ?? answerOf(token, method, parameters)
    calls.push({ token, method, parameters, answer: isFault(answer) ? { ok: false, ...answer } : answer })
    if (answer === 'hang') return
    // What was asked is done, and the answer lost.
    if (answer === 'cut') return request.socket.destroy()
    if (answer === 'nonsense') return response.end('<html>')
    if (isFault(answer)) return end(response, answer.error_code, { ok: false, ...answer })
    end(response, 200, answer)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo

  function answerOf(token: string, method: string, parameters: Record<string, unknown>): unknown {
    const bot = bots.get(token)
    if (!bot) return { error_code: 401, description: 'Unauthorized' }
    const chat = { id: Number(parameters.chat_id), type: 'private', first_name: 'Grace' }
    const from = { ...bot, is_bot: true }
    const sent = (content: object) => ({
      ok: true,
      result: { message_id: ++numbers, date: AT, chat, from, ...content },
    })
    if (method.startsWith('send') && blocked.has(chat.id))
      return { error_code: 403, description: 'Forbidden: bot was blocked by the user' }
    switch (method) {
      case 'getMe':
        return { ok: true, result: from }
      case 'setWebhook': {
        const url = String(parameters.url)
        if (!url.startsWith('https:'))
          return {
            error_code: 400,
            description: 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
          }
        webhooks.set(token, parameters as Webhook)
        return { ok: true, result: true, description: 'Webhook was set' }
      }
      case 'deleteWebhook':
        webhooks.delete(token)
        return { ok: true, result: true, description: 'Webhook was deleted' }
      case 'getWebhookInfo':
        return {
          ok: true,
          result: {
            ...{
              url: webhooks.get(token)?.url ?? '',
              has_custom_certificate: false,
              pending_update_count: 3,
            },
            ...{ last_error_date: AT, last_error_message: 'Connection timed out' },
          },
        }
      case 'sendMessage':
        return sent({ text: parameters.text })
      case 'sendPhoto':
        return sent({ photo: [{ file_id: 'f', file_unique_id: 'u', width: 90, height: 90 }] })
      case 'sendDocument':
        return sent({ document: { file_id: 'f', file_unique_id: 'u' } })
      case 'sendChatAction':
      case 'answerCallbackQuery':
        return { ok: true, result: true }
      case 'getFile': {
        const file = files.get(String(parameters.file_id))
        if (!file)
          return {
            error_code: 400,
            description: 'Bad Request: wrong file_id or the file is temporarily unavailable',
          }
        const result = { file_id: parameters.file_id, file_unique_id: 'u', file_path: file.path }
        return { ok: true, result: { ...result, file_size: file.bytes.length } }
      }
      default:
        return { error_code: 404, description: 'Not Found' }
    }
  }

  function download([bot = '', ...path]: string[], response: ServerResponse) {
    downloads.push(path.join('/'))
    const file = [...files.values()].find((one) => one.path === path.join('/'))
    if (!file || !bots.has(decodeURIComponent(bot.replace(/^bot/, '')))) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file.bytes)
  }

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    webhooks,
    downloads,
    /** Creates a bot, as @BotFather does; returns its token. */
    bot(id: number, username = `bot${id}_bot`): string {
      const token = `${id}:${'A'.repeat(5)}${username}-of-the-test-of-Telegram`.slice(0, 60)
      bots.set(token, { id, username, first_name: `Bot ${id}` })
      return token
    },
    /** Makes a token that no bot has any more. */
    revoke: (token: string) => void bots.delete(token),
    restore: (token: string, id: number, username = `bot${id}_bot`) =>
      void bots.set(token, { id, username, first_name: `Bot ${id}` }),
    block: (personId: number) => void blocked.add(personId),
    file(fileId: string, path: string, bytes: Buffer) {
      files.set(fileId, { path, bytes })
    },
    answer(method: string, ...next: TelegramAnswer[]) {
      answers.set(method, [...(answers.get(method) ?? []), ...next])
    },
    /** The parameters of the calls of a method, in order. */
    of: (method: string) =>
      calls.filter((call) => call.method === method).map(({ parameters }) => parameters),
    /** The texts that were sent, in order. */
    texts: () =>
      calls
        .filter(({ method, answer }) => method === 'sendMessage' && Object(answer).ok === true)
        .map(({ parameters }) => String(parameters.text)),
    /** Delivers an update to where the bot's webhook leads, at the given origin; returns the status of the answer. */
    async deliver(
      token: string,
      update: object,
      { secret, origin }: { secret?: string | null; origin: string },
    ): Promise<number> {
      const webhook = webhooks.get(token)
      const { pathname, search } = new URL(webhook?.url ?? 'https://nowhere.example/')
      const given = secret === undefined ? webhook?.secret_token : secret
      const answered = await fetch(`${origin}${pathname}${search}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(given ? { 'x-telegram-bot-api-secret-token': given } : {}),
        },
        body: JSON.stringify(update),
      })
      await answered.text()
      return answered.status
    },
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function isFault(answer: unknown): answer is Extract<TelegramAnswer, object> {
  return typeof answer === 'object' && answer !== null && 'error_code' in answer
}

function end(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}
