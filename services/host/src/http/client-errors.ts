/** What is answered to what is no request that the server can read: it reaches no route. */
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { problem } from './answers.ts'

type Fault = { status: number; reason: string; message: string }

const unreadable: Fault = { status: 400, reason: 'Bad Request', message: 'This is not a valid HTTP request.' }
const faults: Record<string, Fault> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    message: 'The request did not arrive in time.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: 'The address and the headers are larger than 16 KB.',
  },
}

/** `headers`: those of every answer. */
export function answerClientErrors(headers: Record<string, string>) {
  return ({ code }: ConnectionError, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    const { status, reason, message } = faults[code] ?? unreadable
    const body = JSON.stringify(problem(status, 'invalid-input', message))
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`)
    socket.destroySoon()
  }
}
