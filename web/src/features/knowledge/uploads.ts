/** Uploads of documents, per agent. They continue when the drawer is closed or the page changes. */

import routes from 'virtual:parley-routes'
import { createClient } from '@parley/contracts/client.ts'
import { useSyncExternalStore } from 'react'
import { base64Of } from '../../design/fields/base64-of.ts'
import { messageOf } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { queryClient } from '../../server/query-client.ts'
import { chosenWorkspaceId } from '../../server/workspace-choice.ts'
import { refusalOf } from './accepted-files.ts'
import { fetchWithProgress } from './fetch-with-progress.ts'
import { knowledgeKey } from './queries.ts'

export type Upload = {
  id: string
  name: string
  size: number
  state: 'waiting' | 'sending' | 'added' | 'failed' | 'refused'
  /** Share of the file that was sent, 0 to 1. */
  share: number
  problem?: string
}

type Job = Upload & { file: File; tags: string[]; place: AgentPlace }

let jobs: readonly Job[] = []
let running = false
const listeners = new Set<() => void>()

export function useUploads(place: AgentPlace): readonly Upload[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => jobs,
  )
  return all.filter((job) => job.place.agentId === place.agentId)
}

export const isUnderWay = (upload: Upload): boolean =>
  upload.state === 'waiting' || upload.state === 'sending'

/** Queues the accepted files and records why the others are rejected. */
export function upload(place: AgentPlace, files: readonly File[], tags: string[]): void {
  const added = files.map((file): Job => {
    const problem = refusalOf(file)
    return {
      id: crypto.randomUUID(),
      name: file.name,
      size: file.size,
      state: problem ? 'refused' : 'waiting',
      share: 0,
      ...(problem ? { problem } : {}),
      file,
      tags,
      place,
    }
  })
  set([...jobs, ...added])
  void run()
}

export function retryUpload(id: string): void {
  change(id, { state: 'waiting', share: 0, problem: undefined })
  void run()
}

export function forgetUploads(ids: readonly string[]): void {
  set(jobs.filter((job) => !ids.includes(job.id)))
}

/** Uploads one file at a time, so that sources appear in the order of the files. */
async function run(): Promise<void> {
  if (running) return
  running = true
  for (let job = next(); job; job = next()) await send(job)
  running = false
}

const next = () => jobs.find(({ state }) => state === 'waiting')

async function send({ id, file, tags, place }: Job): Promise<void> {
  change(id, { state: 'sending' })
  const client = createClient({
    routes,
    workspace: chosenWorkspaceId,
    fetch: fetchWithProgress((share) => change(id, { share })),
  })
  try {
    const body = { fileName: file.name, base64Payload: await base64Of(file), tags }
    await client.call('knowledge.addDocument', { params: place, body }, { idempotencyKey: id })
    change(id, { state: 'added', share: 1 })
    void queryClient.invalidateQueries({ queryKey: knowledgeKey(place) })
  } catch (error) {
    change(id, { state: 'failed', problem: messageOf(error) })
  }
}

function set(next: readonly Job[]): void {
  jobs = next
  for (const listener of listeners) listener()
}

function change(id: string, given: Partial<Upload>): void {
  set(jobs.map((job) => (job.id === id ? { ...job, ...given } : job)))
}
