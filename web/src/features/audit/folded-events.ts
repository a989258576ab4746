import type { AuditEntryView } from '@parley/contracts/audit/endpoints.ts'

export type Run<Entry> = { entry: Entry } | { machine: Entry[] }

/** Whether nobody did it: a consequence that the platform drew itself. */
const byMachine = ({ actor }: Pick<AuditEntryView, 'actor'>): boolean =>
  actor.kind === 'policy' || actor.kind === 'system'

/** Puts together what the platform did by itself between two acts of people; an event alone stays as it is. */
export function foldedEvents<Entry extends Pick<AuditEntryView, 'actor'>>(
  entries: readonly Entry[],
): Run<Entry>[] {
  const runs: Run<Entry>[] = []
  let machine: Entry[] = []
  const close = () => {
    const [first] = machine
    if (first) runs.push(machine.length === 1 ? { entry: first } : { machine })
    machine = []
  }
  for (const entry of entries) {
    if (byMachine(entry)) {
      machine.push(entry)
      continue
    }
    close()
    runs.push({ entry })
  }
  close()
  return runs
}
