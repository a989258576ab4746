import type { AgencyChanges, AgencyView } from '@parley/contracts/agency/settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { noticeFailure, noticeSuccess } from '../../design/notices.ts'
import { agencyQuery } from '../../server/agency.ts'
import { ApiError, client } from '../../server/client.ts'
import { asLoaded } from '../../server/overwriting.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

type Setting = keyof AgencyChanges

export type AgencyDraft = {
  /** With the unsaved edits. */
  agency: AgencyView
  edit(changes: AgencyChanges): void
  changed: boolean
  /** Settings that somebody else saved while they were being edited. */
  changedMeanwhile: readonly Setting[]
  /** Drops the edits of these settings. */
  drop(settings: readonly Setting[]): void
  /** Why a setting was not saved, by its name or place: `customTabs.0.href`. */
  problems: ReadonlyMap<string, string>
  saving: boolean
  save(): void
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The unsaved settings of an agency, on top of those of the server. */
export function useAgencyDraft(place: WorkspacePlace, stored: AgencyView): AgencyDraft {
  const queryClient = useQueryClient()
  const [edits, setEdits] = useState<AgencyChanges>({})
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  /** What a setting was when its first edit was made. */
  const former = useRef<Partial<AgencyView>>({})
  const edited = settingsOf(edits).filter((name) => !same(edits[name], stored[name]))

  const drop = (settings: readonly Setting[]) => {
    for (const name of settings) delete former.current[name]
    setEdits((before) => without(before, settings))
  }
  const save = useMutation({
    mutationFn: (body: AgencyChanges) =>
      // What others saved is shown, and marked where it was edited here.
      client.call('agency.save', { params: place, body }, { loaded: asLoaded() }),
    onMutate: () => setProblems(new Map()),
    async onSuccess(_, sent) {
      await queryClient.invalidateQueries(agencyQuery(place))
      // What was edited while it was being saved is still to be saved.
      const saved = settingsOf(sent)
      setEdits((before) =>
        without(
          before,
          saved.filter((name) => same(before[name], sent[name])),
        ),
      )
      for (const name of saved) delete former.current[name]
      noticeSuccess('Saved successfully')
    },
    onError(error) {
      setProblems(problemsIn(error))
      noticeFailure('Error occured when trying to save..')
    },
  })

  return {
    agency: { ...stored, ...pick(edits, edited) },
    edit(changes) {
      for (const name of settingsOf(changes))
        if (!(name in former.current)) Object.assign(former.current, { [name]: stored[name] })
      setEdits((before) => ({ ...before, ...changes }))
      setProblems((before) => withoutPlaces(before, settingsOf(changes)))
    },
    changed: edited.length > 0,
    // While these are being saved, it is they that change on the server.
    changedMeanwhile: save.isPending
      ? []
      : edited.filter((name) => name in former.current && !same(former.current[name], stored[name])),
    drop,
    problems,
    saving: save.isPending,
    save: () => save.mutate(pick(edits, edited)),
  }
}

function settingsOf(changes: AgencyChanges): Setting[] {
  return Object.keys(changes) as Setting[]
}

function pick(changes: AgencyChanges, settings: readonly Setting[]): Partial<AgencyView> & AgencyChanges {
  return Object.fromEntries(settings.map((name) => [name, changes[name]]))
}

function without(changes: AgencyChanges, settings: readonly Setting[]): AgencyChanges {
  return pick(
    changes,
    settingsOf(changes).filter((name) => !settings.includes(name)),
  )
}

function withoutPlaces(
  problems: ReadonlyMap<string, string>,
  settings: readonly Setting[],
): ReadonlyMap<string, string> {
  return new Map([...problems].filter(([place]) => !settings.some((name) => place.split('.')[0] === name)))
}

/** By place; under the empty text what belongs to no setting. */
function problemsIn(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiError)) return new Map([['', String(error)]])
  const { errors = [], field = '', message = error.message } = error.problem ?? {}
  return errors.length > 0
    ? new Map(errors.map((one) => [one.field, one.message]))
    : new Map([[field, message]])
}
