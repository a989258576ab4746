/** A DNS server for tests, on the loopback interface. */
import dns2 from 'dns2'

type Records = { A?: string[]; CNAME?: string; TXT?: string[]; MX?: string[] }
/** `silent`: no answer. `failing`: an answer that says so (SERVFAIL). */
type Mood = 'well' | 'silent' | 'failing'

export type TestDns = {
  /** For `DNS_SERVERS`. */
  address: string
  /** Replaces the records of a name; none removes it. */
  set(host: string, records?: Records): void
  /** Replaces the records of each host in a list, such as that of a sending domain, as whoever looks after it does. */
  setAll(listed: readonly { type: string; host: string; value: string }[]): void
  mood(now: Mood): void
  /** How often it was asked so far. */
  asked(): number
  stop(): Promise<void>
}

const { Packet } = dns2
const SERVFAIL = 2
const NXDOMAIN = 3

export async function startTestDns(): Promise<TestDns> {
  // bounded: of one test
  const zone = new Map<string, Records>()
  let mood: Mood = 'well'
  let asked = 0

  const server = dns2.createServer({
    udp: true,
    handle(request, send) {
      asked++
      if (mood === 'silent') return
      const response = Packet.createResponseFromRequest(request)
      const [question] = request.questions
      const name = question?.name.toLowerCase() ?? ''
      if (mood === 'failing') response.header.rcode = SERVFAIL
      else if (!zone.has(name)) response.header.rcode = NXDOMAIN
      else response.answers.push(...answersTo(zone, name, Number(question?.type)))
      send(response)
    },
  })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  const port = typeof udp === 'object' && udp ? udp.port : 0

  return {
    address: `127.0.0.1:${port}`,
    set: (host, records) => void (records ? zone.set(host, records) : zone.delete(host)),
    setAll(listed) {
      for (const host of new Set(listed.map((record) => record.host))) {
        const of = (type: string) =>
          listed.flatMap((record) => (record.host === host && record.type === type ? [record.value] : []))
        zone.set(host, { MX: of('MX'), TXT: of('TXT') })
      }
    },
    mood(now) {
      mood = now
    },
    asked: () => asked,
    stop: async () => void (await server.close()),
  }
}

function answersTo(zone: ReadonlyMap<string, Records>, name: string, type: number) {
  const { TYPE, CLASS } = Packet
  const { A = [], CNAME, TXT = [], MX = [] } = zone.get(name) ?? {}
  const of = (kind: number, more: object) => Object.assign(new Packet.Resource(name, kind, CLASS.IN, 1), more)
  const found: ReturnType<typeof of>[] = []
  if (CNAME !== undefined) {
    found.push(of(TYPE.CNAME, { domain: CNAME }))
    if (type !== TYPE.CNAME && zone.has(CNAME)) found.push(...answersTo(zone, CNAME, type))
    return found
  }
  if (type === TYPE.A) found.push(...A.map((address) => of(TYPE.A, { address })))
  if (type === TYPE.TXT)
    found.push(...TXT.map((text) => of(TYPE.TXT, { data: text.match(/.{1,255}/gs) ?? [''] })))
  if (type === TYPE.MX) found.push(...MX.map((exchange) => of(TYPE.MX, { exchange, priority: 10 })))
  return found
}
