import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'

type Connection = { closed: boolean; socket: EventEmitter; cleanup(error: Error): void }

let repaired = false

/**
 * Works around a fault of mongodb 7.8.0 (7.9.0 has it too): a command that is written to a connection whose end has just
 * arrived waits for `drain`, which a closed socket never emits, and no time limit ends it. If that command is the driver's
 * own question to the server, everything fails until the process is restarted. Here a connection that closes tells whoever
 * waits to write.
 */
export function repairWaitingWrites(): void {
  if (repaired) return
  repaired = true
  const load = createRequire(import.meta.url)
  const { prototype }: { prototype: Connection } = load('mongodb/lib/cmap/connection').Connection
  const { cleanup } = prototype
  prototype.cleanup = function (error) {
    const wasOpen = !this.closed
    cleanup.call(this, error)
    // The connection itself listens too, and ignores what comes after it has closed.
    if (wasOpen) this.socket.emit('error', error)
  }
}
