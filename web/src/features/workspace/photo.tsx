import { Button, FileButton, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingRow } from '../../design/fields/setting-row.tsx'
import { smallPicture } from '../../design/fields/small-picture.ts'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { noticeFailure } from '../../design/notices/notices.ts'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import { client, messageOf } from '../../server/client.ts'
import { sessionQuery, type WorkspacePlace } from '../../server/queries.ts'

const saved = 'Successfully saved workspace data.'
const noPicture = 'Only pictures (PNG, JPEG, WebP)'

/** The photo of the workspace: added, replaced and removed, each with undo. `photo`: empty for none. */
export function Photo(props: { place: WorkspacePlace; name: string; photo: string; onSaved: () => unknown }) {
  const [problem, setProblem] = useState<string>()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (workspacePhotoURL: string) =>
      client.call('workspaces.save', { params: props.place, body: { workspacePhotoURL } }),
    onMutate: () => setProblem(undefined),
    onSuccess: () => Promise.all([props.onSaved(), queryClient.invalidateQueries(sessionQuery())]),
    onError: (error) => {
      setProblem(messageOf(error))
      noticeFailure('Failed to save workspace.')
    },
  })
  const change = (photo: string) => {
    const former = props.photo
    save.mutate(photo, { onSuccess: () => noticeWithUndo(saved, () => save.mutate(former)) })
  }
  const choose = async (file: File | null) => {
    if (!file) return
    try {
      change(await smallPicture(file))
    } catch {
      setProblem(noPicture)
    }
  }
  return (
    <SettingRow label="Photo" help="Shown next to the name in the workspace switcher.">
      <Group>
        <NameAvatar size={56} name={props.name} src={props.photo || null} />
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={choose}>
          {(button) => (
            <Button {...button} variant="default" loading={save.isPending}>
              {props.photo ? 'Replace photo' : 'Add photo'}
            </Button>
          )}
        </FileButton>
        {props.photo && (
          <Button variant="subtle" color="gray" onClick={() => change('')}>
            Remove photo
          </Button>
        )}
      </Group>
      {problem && (
        <Text c="var(--mantine-color-error)" size="sm" mt="xs" role="alert">
          {problem}
        </Text>
      )}
    </SettingRow>
  )
}
