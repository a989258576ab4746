import type { BrandingChoices } from '@parley/contracts/onboarding/endpoints.ts'
import { looksOf } from '@parley/contracts/onboarding/looks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { noticeError } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { randomText } from '../../shell/random-text.ts'
import {
  clearProgress,
  newProgress,
  type Progress,
  storedProgress,
  storeProgress,
} from '../../shell/workspace/onboarding-progress.ts'

/** The steps from a company to its agent, kept in this browser under `key`. */
export function useProgress(key: string) {
  const { region, workspaceId } = useWorkspace()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(() => storedProgress(key, workspaceId) ?? newProgress(workspaceId))
  const [saving, setSaving] = useState(false)

  const change = useCallback(
    (changed: Partial<Progress>) =>
      setProgress((now) => {
        const next = { ...now, ...changed }
        storeProgress(key, next)
        return next
      }),
    [key],
  )
  const made = useCallback(
    (agent: NonNullable<Progress['made']>) => {
      change({ made: agent, step: 'ready' })
      void queryClient.invalidateQueries({ queryKey: ['agents', region] })
    },
    [change, queryClient, region],
  )

  /** A confirmed brand makes the agent, or changes the looks of the agent that was made before. */
  const confirmBrand = async (choices: BrandingChoices) => {
    const { made: agent } = progress
    if (!agent) return change({ choices, creationKey: randomText(24), step: 'creating' })
    setSaving(true)
    try {
      const { customLogo } = choices
      const body = { ...looksOf(choices), ...(customLogo ? { roundedImageURL: customLogo } : {}) }
      await client.call('agents.save', { params: { region, agentId: agent.agentId }, body })
      change({ choices, step: 'ready' })
    } catch (error) {
      noticeError(error, 'Save agent failure: Failed to save agent, ')
    } finally {
      setSaving(false)
    }
  }

  const clear = () => clearProgress(key, workspaceId)

  return { progress, change, clear, made, confirmBrand, saving, region, workspaceId }
}
