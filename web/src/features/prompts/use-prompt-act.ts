import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { type Loaded, useLoaded } from '../../server/overwriting.ts'
import type { PromptPlace } from '../../server/prompts.ts'

type Calls = {
  saveVersion: { text: string; note: string }
  restore: { version: number }
  publish: { version: number; untested?: string }
  describe: { name: string; description: string }
}

/** What is done with a prompt; `tell` returns what a notice says. `loaded`: by default, what was read when this was shown. */
export function usePromptAct<Act extends keyof Calls>(
  place: PromptPlace,
  act: Act,
  {
    tell,
    onDone,
    loaded,
  }: { tell(given: Calls[Act], version: number | undefined): string; onDone?(): void; loaded?: Loaded },
) {
  const queryClient = useQueryClient()
  const first = useLoaded()
  return useMutation({
    mutationFn: (given: Calls[Act]) => calls[act](place, given, loaded ?? first),
    async onSuccess(version, given) {
      await readAgain(queryClient, place)
      noticeSuccess(tell(given, version))
      onDone?.()
    },
    onError: (error) => act !== 'describe' && noticeError(error),
  })
}

export function readAgain(queryClient: ReturnType<typeof useQueryClient>, { region }: PromptPlace) {
  return Promise.all(
    ['prompt', 'prompts', 'prompt-tests'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key, region] }),
    ),
  )
}

/** Each returns the version that it makes, if any. */
const calls: {
  [Act in keyof Calls]: (place: PromptPlace, given: Calls[Act], loaded: Loaded) => Promise<number | undefined>
} = {
  async saveVersion(params, { text, note }, loaded) {
    const body = { text, ...(note.trim() !== '' && { note: note.trim() }) }
    return (await client.call('prompts.saveVersion', { params, body }, { loaded })).version
  },
  async restore(place, { version }, loaded) {
    const params = { ...place, version }
    return (await client.call('prompts.restoreVersion', { params }, { loaded })).version
  },
  async publish(params, body, loaded) {
    await client.call('prompts.publish', { params, body }, { loaded })
    return undefined
  },
  async describe(params, body, loaded) {
    await client.call('prompts.describe', { params, body }, { loaded })
    return undefined
  },
}
