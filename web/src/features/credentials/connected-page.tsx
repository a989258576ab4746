import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { noticeSuccess } from '../../design/notices.ts'
import { WordsPage } from '../../design/words-page.tsx'
import { messageOf } from '../../server/client.ts'
import { takeConnecting } from '../../server/connecting.ts'
import { WorkspaceLoading } from '../../shell/workspace-loading.tsx'

/** Where authorization servers send people back to: connects the credential, or says why not. */
export function ConnectedPage() {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<{ message: string; page: string }>()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const taken = takeConnecting()
    if (!taken) {
      const message = 'Connecting took too long or was begun in another tab. Please connect it again.'
      setProblem({ message, page: '/app/credentials' })
      return
    }
    const { page } = taken
    taken.finish().then(
      () => {
        noticeSuccess('The credential was connected')
        void navigate({ href: page, replace: true })
      },
      (error) => setProblem({ message: messageOf(error), page }),
    )
  }, [navigate])
  if (!problem) return <WorkspaceLoading text="Connecting…" />
  return (
    <WordsPage title="The credential was not connected">
      <Text c="dimmed" role="alert">
        {problem.message}
      </Text>
      <Button autoFocus onClick={() => void navigate({ href: problem.page, replace: true })}>
        Back
      </Button>
    </WordsPage>
  )
}
