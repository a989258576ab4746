/** A network between a client and a server in TCP that tests can disturb: it delays, narrows, cuts and stalls. */
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type Network = {
  port: number
  /** Connections so far. */
  connections(): number
  /** Each part that is carried waits this long, in ms. */
  delay(ms: number): void
  /** Carries at most this many bytes a second in each direction of a connection. */
  narrow(bytesPerSecond: number): void
  /** Cuts every connection, at once or after that many more bytes, in the middle of what is being carried. */
  cut(afterBytes?: number): void
  /** Refuses new connections and cuts the present ones, until `mend`. */
  refuse(): void
  /** Carries nothing until `mend`; connections stay open. */
  freeze(): void
  /** Carries nothing any more on the present connections, without closing them; new ones work. */
  loseSilently(): void
  /** Ends all disturbances. */
  mend(): void
  stop(): Promise<void>
}

type Pair = { near: Socket; far: Socket; lost: boolean; left: number }

export async function startNetwork(to: number, host = '127.0.0.1'): Promise<Network> {
  const pairs = new Set<Pair>()
  let count = 0
  let [delayMs, bytesPerSecond, refusing] = [0, Number.POSITIVE_INFINITY, false]
  let thawing: { promise: Promise<void>; resolve(): void } | undefined

  const end = (pair: Pair): void => {
    pairs.delete(pair)
    pair.near.destroy()
    pair.far.destroy()
  }
  const carry = (pair: Pair, from: Socket, into: Socket): void => {
    // One part after another, so that bytes keep their order whatever each of them waits for.
    let last = Promise.resolve()
    from.on('data', (bytes) => {
      from.pause()
      last = last.then(async () => {
        await thawing?.promise
        const ms = delayMs + (bytes.length / bytesPerSecond) * 1_000
        if (ms > 0) await delay(ms)
        await thawing?.promise
        if (pair.lost || into.destroyed) return
        into.write(bytes.subarray(0, pair.left))
        pair.left -= bytes.length
        if (pair.left <= 0) return end(pair)
        from.resume()
      })
    })
    from.on('error', () => end(pair))
    from.on('close', () => {
      if (!pair.lost) end(pair)
    })
  }
  const server = createServer((near) => {
    if (refusing) return void near.destroy()
    count += 1
    const pair = { near, far: connect(to, host), lost: false, left: Number.POSITIVE_INFINITY }
    pairs.add(pair)
    carry(pair, near, pair.far)
    carry(pair, pair.far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('There is no free port.')

  return {
    port: address.port,
    connections: () => count,
    delay(ms) {
      delayMs = ms
    },
    narrow(most) {
      bytesPerSecond = most
    },
    cut(afterBytes = 0) {
      for (const pair of [...pairs]) {
        if (afterBytes === 0) end(pair)
        else pair.left = afterBytes
      }
    },
    refuse() {
      refusing = true
      for (const pair of [...pairs]) end(pair)
    },
    freeze() {
      thawing ??= Promise.withResolvers()
    },
    loseSilently() {
      for (const pair of pairs) pair.lost = true
    },
    mend() {
      ;[delayMs, bytesPerSecond, refusing] = [0, Number.POSITIVE_INFINITY, false]
      for (const pair of pairs) pair.left = Number.POSITIVE_INFINITY
      thawing?.resolve()
      thawing = undefined
    },
    async stop() {
      thawing?.resolve()
      for (const pair of [...pairs]) end(pair)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
