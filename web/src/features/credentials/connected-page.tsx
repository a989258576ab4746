import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { WordsPage } from '../../design/pages/words-page.tsx'
import { messageOf } from '../../server/client.ts'
import { takeConnecting } from '../../server/connecting.ts'
import { WorkspaceLoading } from '../../shell/workspace/workspace-loading.tsx'

const NOT_CONNECTED = 'The credential was not connected'

/** Where authorization servers send people back to: connects the credential, shows what Meta has, or says why not. */
export function ConnectedPage() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<{ title: string; message: string; page: string }>()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const taken = takeConnecting()
    if (!taken) {
      const message = 'Connecting took too long or was begun in another tab. Please connect it again.'
      setProblem({ title: NOT_CONNECTED, message, page: '/app/credentials' })
      return
    }
    const { page, isMeta } = taken
    taken.finish().then(
      ({ found }) => {
        if (found) queryClient.setQueryData(found.key, found.data)
        else noticeSuccess('The credential was connected')
        if (found && found.data.numbers.length > 0) noticeSuccess('Number info fetched successfully')
        void navigate({ href: page, replace: true })
      },
      (error) => {
        const message = messageOf(error)
        const shown = isMeta
          ? { title: 'Meta was not connected', message: `Error: ${message}` }
          : { title: NOT_CONNECTED, message }
        setProblem({ ...shown, page })
      },
    )
  }, [navigate, queryClient])
  if (!problem) return <WorkspaceLoading text="Connecting…" />
  return (
    <WordsPage title={problem.title}>
      <Text c="dimmed" role="alert">
        {problem.message}
      </Text>
      <Button autoFocus onClick={() => void navigate({ href: problem.page, replace: true })}>
        Back
      </Button>
    </WordsPage>
  )
}
