/** What a page's structured data (schema.org, JSON-LD) says about its business. */

export type Organisation = {
  description?: string
  phone?: string
  email?: string
  address?: string
  /** With days as schema.org abbreviates them: `Tu-Sa 10:00-18:00`. */
  hours?: string
  /** Questions with answers that the site itself publishes as such. */
  questions: string[]
}

const MOST_NODES = 300
const MOST_QUESTIONS = 20
const BUSINESS =
  /Organization|Business|Store|Restaurant|Hotel|Corporation|Service|Clinic|Dentist|Physician|School|Cafe|Bakery|Shop|Salon|Attorney|Agency|Place|Contractor|Plumber|Electrician/i

export function organisationIn(jsonLd: readonly string[]): Organisation {
  const found: Organisation = { questions: [] }
  for (const node of jsonLd.flatMap(nodesIn)) {
    const type = [node['@type']].flat().join(' ')
    if (/FAQPage/i.test(type)) {
      const names = [node.mainEntity].flat().map((item) => text(Object(item).name, 150))
      found.questions.push(...names.filter((name) => name !== undefined).slice(0, MOST_QUESTIONS))
    }
    if (!BUSINESS.test(type)) continue
    set('description', text(node.description, 600))
    set('phone', text(node.telephone, 60))
    set('email', text(node.email, 200)?.replace(/^mailto:/i, ''))
    set('address', addressOf(node.address))
    set('hours', hoursOf(node))
  }
  return found

  function set(name: Exclude<keyof Organisation, 'questions'>, value: string | undefined): void {
    if (value !== undefined) found[name] ??= value
  }
}

type Node = Record<string, unknown>

/** A script's objects, with those of its graph and of its lists. */
function nodesIn(script: string): Node[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(script)
  } catch {
    return []
  }
  const nodes: Node[] = []
  const waiting: unknown[] = [parsed]
  while (waiting.length > 0 && nodes.length < MOST_NODES) {
    const next = waiting.shift()
    if (Array.isArray(next)) waiting.push(...next.slice(0, MOST_NODES))
    else if (typeof next === 'object' && next !== null) {
      const node: Node = Object.fromEntries(Object.entries(next))
      nodes.push(node)
      if (node['@graph']) waiting.push(node['@graph'])
    }
  }
  return nodes
}

function text(value: unknown, longest: number): string | undefined {
  const [first] = [value].flat()
  if (typeof first !== 'string') return undefined
  const clean = first
    .replace(/<[^>]{0,200}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return clean === '' || clean.length > longest ? undefined : clean
}

function addressOf(value: unknown): string | undefined {
  const [first] = [value].flat()
  if (typeof first === 'string') return text(first, 200)
  const { streetAddress, postalCode, addressLocality, addressRegion } = Object(first)
  const town = [text(postalCode, 20), text(addressLocality, 80)].filter(Boolean).join(' ')
  const parts = [text(streetAddress, 120), town, text(addressRegion, 60)]
  return text(streetAddress, 120) === undefined && town === '' ? undefined : parts.filter(Boolean).join(', ')
}

function hoursOf({ openingHours, openingHoursSpecification }: Node): string | undefined {
  const plain = [openingHours].flat().filter((line) => typeof line === 'string')
  if (plain.length > 0) return text(plain.slice(0, 7).join(', '), 300)
  const lines = [openingHoursSpecification]
    .flat()
    .slice(0, 7)
    .flatMap((entry) => {
      const { dayOfWeek, opens, closes } = Object(entry)
      const days = [dayOfWeek].flat().map((day) => text(day, 60)?.replace(/^.*\//, '').slice(0, 2))
      if (typeof opens !== 'string' || typeof closes !== 'string') return []
      return [`${days.filter(Boolean).join(', ')} ${opens}–${closes}`.trim()]
    })
  return lines.length > 0 ? text(lines.join('; '), 300) : undefined
}
