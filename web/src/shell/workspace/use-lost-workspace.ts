import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { noticeWarning } from '../../design/notices/notices.ts'
import { useSession, useWorkspace } from '../navigation/places.ts'

/** Opens another workspace, and says so, when the one that is shown is not the person's any more. */
export function useLostWorkspace(): void {
  const { workspaces } = useSession()
  const shown = useWorkspace()
  const former = useRef(shown)
  const navigate = useNavigate()
  useEffect(() => {
    const { workspaceId, workspaceName } = former.current
    former.current = shown
    if (workspaces.some((one) => one.workspaceId === workspaceId)) return
    noticeWarning(`You no longer have access to ${workspaceName}. ${shown.workspaceName} was opened instead.`)
    void navigate({ to: '/app/$region/agents', params: { region: shown.region }, replace: true })
  }, [workspaces, shown, navigate])
}
