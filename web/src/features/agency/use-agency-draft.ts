import type { AgencyChanges, AgencyView } from '@parley/contracts/agency/settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { agencyQuery } from '../../server/agency.ts'
import { ApiError, client } from '../../server/client.ts'
import { asLoaded } from '../../server/overwriting.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { agencyOf, settingsIn } from './settings-by-place.ts'

/** By its place: `name`, `customTabs`, `settings.enableClientSignup`. */
type Setting = string
type Settings = Readonly<Record<Setting, unknown>>

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
  const [edits, setEdits] = useState<Settings>({})
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  /** What a setting was when its first edit was made. */
  const former = useRef<Record<Setting, unknown>>({})
  const onServer = settingsIn(stored)
  const edited = pick(edits, (name) => !same(edits[name], onServer[name]))
  const shown = { ...onServer, ...edited }

  const drop = (settings: readonly Setting[]) => {
    for (const name of settings) delete former.current[name]
    setEdits((before) => pick(before, (name) => !settings.includes(name)))
  }
  const save = useMutation({
    mutationFn: (sent: Settings) =>
      // What others saved is shown, and marked where it was edited here.
      client.call('agency.save', { params: place, body: agencyOf(sent) }, { loaded: asLoaded() }),
    onMutate: () => setProblems(new Map()),
    async onSuccess(_, sent) {
      await queryClient.invalidateQueries(agencyQuery(place))
      // What was edited while it was being saved is still to be saved.
      setEdits((before) => pick(before, (name) => !(name in sent && same(before[name], sent[name]))))
      for (const name of Object.keys(sent)) delete former.current[name]
      noticeSuccess('Saved successfully')
    },
    onError(error) {
      setProblems(problemsIn(error))
      noticeFailure('Error occured when trying to save..')
    },
  })

  return {
    agency: { ...stored, ...agencyOf(shown) } as AgencyView,
    edit(changes) {
      const given = settingsIn(changes)
      const changed = pick(given, (name) => !same(given[name], shown[name]))
      for (const name of Object.keys(changed))
        if (!(name in former.current)) former.current[name] = onServer[name]
      setEdits((before) => ({ ...before, ...changed }))
      setProblems((before) => withoutPlaces(before, Object.keys(changed)))
    },
    changed: Object.keys(edited).length > 0,
    // While these are being saved, it is they that change on the server.
    changedMeanwhile: save.isPending
      ? []
      : Object.keys(edited).filter(
          (name) => name in former.current && !same(former.current[name], onServer[name]),
        ),
    drop,
    problems,
    saving: save.isPending,
    save: () => save.mutate(edited),
  }
}

const pick = (settings: Settings, isPicked: (name: Setting) => boolean): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => isPicked(name)))

function withoutPlaces(
  problems: ReadonlyMap<string, string>,
  settings: readonly Setting[],
): ReadonlyMap<string, string> {
  return new Map(
    [...problems].filter(
      ([place]) => !settings.some((name) => place === name || place.startsWith(`${name}.`)),
    ),
  )
}

/** By place; under the empty text what belongs to no setting. */
function problemsIn(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiError)) return new Map([['', String(error)]])
  const { errors = [], field = '', message = error.message } = error.problem ?? {}
  return errors.length > 0
    ? new Map(errors.map((one) => [one.field, one.message]))
    : new Map([[field, message]])
}
