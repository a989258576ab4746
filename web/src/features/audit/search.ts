export type Who = 'team' | 'visitors'

/** Query parameters of the Audit screen. */
export type AuditFilters = {
  search?: string
  type?: string
  actor?: string
  /** Whose acts are shown, if not those of one person. */
  who?: Who
  /** Whether what the platform did by itself is shown, too. */
  platform?: boolean
  agent?: string
  stream?: string
  /** Days in the time zone of the browser, `2026-01-31`, both inclusive. */
  from?: string
  to?: string
}
export type AuditSearch = AuditFilters & {
  tab?: 'verification'
  /** The open event: stream and revision. */
  event?: string
}

export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  return {
    search: textOf(raw.search),
    type: textOf(raw.type),
    actor: textOf(raw.actor),
    who: raw.who === 'team' || raw.who === 'visitors' ? raw.who : undefined,
    platform: raw.platform === true ? true : undefined,
    agent: textOf(raw.agent),
    stream: textOf(raw.stream),
    from: dayOf(raw.from),
    to: dayOf(raw.to),
    tab: raw.tab === 'verification' ? raw.tab : undefined,
    event: eventOf(textOf(raw.event)) ? textOf(raw.event) : undefined,
  }
}

/** The router parses values of digits only as numbers. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
}

export function eventOf(text: string | undefined): { stream: string; revision: number } | undefined {
  const [, stream, revision] = /^([a-z]+-[\w-]{1,100})\/(\d{1,9})$/.exec(text ?? '') ?? []
  return stream ? { stream, revision: Number(revision) } : undefined
}

/** Whether what the platform did by itself is among what these filters ask for, rather than people's acts alone. */
export function asksForPlatform({ type, stream, search }: AuditFilters): boolean {
  return type !== undefined || stream !== undefined || search !== undefined
}

/** Whose acts are asked of the server. */
export function actedBy(filters: AuditFilters): Who | 'people' | undefined {
  const { who, actor, platform } = filters
  if (actor !== undefined) return undefined
  return who ?? (platform || asksForPlatform(filters) ? undefined : 'people')
}

/** Converts days to timestamps (ISO 8601) of their start and end in the time zone of the browser. */
export function rangeOf(days: { from?: string; to?: string }): { from?: string; to?: string } {
  const moment = (day: string | undefined, time: string) => {
    const at = new Date(`${day}T${time}`)
    return day === undefined || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
  }
  return { from: moment(days.from, '00:00:00.000'), to: moment(days.to, '23:59:59.999') }
}
