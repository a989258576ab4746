import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { asLoaded } from '../../server/overwriting.ts'
import { crawlsKey, type WebsitePlace } from './queries.ts'

type Act = 'run' | 'stop' | 'pause' | 'resume'

const told: Record<Act, (name: string) => string> = {
  run: (name) => `${name} is being read`,
  stop: (name) => `Reading ${name} was stopped`,
  pause: (name) => `The schedule of ${name} is paused`,
  resume: (name) => `The schedule of ${name} is resumed`,
}

/** What is done with a website of an agent. */
export function useCrawlAct(place: WebsitePlace, name: string) {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(act: Act) {
      if (act === 'run') await client.call('knowledge.refresh', { params: place, body: {} })
      else if (act === 'stop') await client.call('knowledge.cancel', { params: place })
      else
        await client.call(
          'knowledge.change',
          { params: place, body: { paused: act === 'pause' } },
          { loaded: asLoaded() },
        )
    },
    onSuccess: (_, act) => noticeSuccess(told[act](name)),
    onError: (error) => noticeError(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [crawlsKey, place.region] }),
  })
}
