import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { startRequests } from './requests.ts'
import { newSigningSecret } from './standard-signature.ts'

type Arrived = { body: string; headers: Record<string, string>; length: string | undefined }

async function openEndpoint(answer: (arrived: Arrived) => number | Promise<number>) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const headers = request.headers as Record<string, string>
    const body = Buffer.concat(parts).toString()
    response.writeHead(await answer({ body, headers, length: headers['content-length'] })).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function open() {
  const requests = startRequests({ allowPrivateAddresses: true })
  onTestFinished(requests.stop)
  return requests
}

const timestamp = Math.floor(Date.now() / 1000)

test('is signed under each secret so that the package of Standard Webhooks verifies it', async () => {
  const secrets = [newSigningSecret(), newSigningSecret()]
  const arrived: Arrived[] = []
  const url = await openEndpoint((one) => 200 + arrived.push(one))
  const body = '{"type":"lead_captured","payload":{"name":"Grüße"}}'
  expect(await open().send({ webhookId: 'h1', url, id: 'e1', timestamp, body, secrets })).toMatchObject({
    status: 201,
  })
  const [{ headers, length } = { headers: {}, length: '' }] = arrived
  for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(secrets[0] ?? '').verify(body.replace('lead', 'read'), headers)).toThrow()
  expect(headers).toMatchObject({ 'webhook-id': 'e1', 'content-type': 'application/json' })
  expect(length).toBe(String(Buffer.byteLength(body)))
})

test('each request has its own answer, of many at once', async () => {
  const url = await openEndpoint(({ body }) => 200 + (Number(body) % 50))
  const { send } = open()
  const one = (nth: number) =>
    send({ webhookId: 'h1', url, id: `e${nth}`, timestamp, body: String(nth), secrets: [] })
  const all = await Promise.all(Array.from({ length: 300 }, (_, nth) => one(nth)))
  expect(all.map((posted) => posted.ok && posted.status)).toEqual(all.map((_, nth) => 200 + (nth % 50)))
})

/** Takes requests, and answers them once told to. */
async function openHanging() {
  const arrived = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const url = await openEndpoint(async () => {
    arrived.resolve()
    await told.promise
    return 202
  })
  const request = { webhookId: 'h1', url, id: 'e1', timestamp, body: '', secrets: [] }
  return { request, arrived: arrived.promise, answer: () => told.resolve() }
}

/** What became of a request is not known then: the bus delivers it again. */
test('what is under way is rejected when the thread is lost, and the next request starts another', async () => {
  const { request, arrived, answer } = await openHanging()
  const { send } = open()
  const lost = expect(send(request)).rejects.toThrow('was lost')
  await arrived
  const broken = expect(send({ ...request, secrets: null as never })).rejects.toThrow('was lost')
  await Promise.all([lost, broken])
  answer()
  expect(await send(request)).toMatchObject({ status: 202 })
})

/** A process that stops carries out what it has begun. */
test('what is under way when it is to end is answered, and so is what follows', async () => {
  const { request, arrived, answer } = await openHanging()
  const { send, stop } = open()
  const posted = send(request)
  await arrived
  await stop()
  const next = send(request)
  answer()
  expect(await Promise.all([posted, next])).toMatchObject([{ status: 202 }, { status: 202 }])
  expect(await send(request)).toMatchObject({ status: 202 })
})
