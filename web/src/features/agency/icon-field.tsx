import { Avatar, Button, FileButton, Group, Text } from '@mantine/core'
import {
  iconTooLarge,
  maxIconBytes,
  pictureEndings,
  wrongPictureType,
} from '@parley/contracts/file/pictures.ts'
import { endingOf } from '@parley/contracts/file/types.ts'
import { IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { isPicture } from '../../design/is-picture.ts'

const accepted: readonly string[] = pictureEndings

/** A logo or icon: uploaded, replaced and removed. It is kept on this server when the settings are saved. */
export function IconField(props: {
  /** What it is, for its buttons: `light logo`. */
  what: string
  value: string
  /** Shown on a dark ground. */
  onDark?: boolean
  problem?: string | undefined
  onChange: (value: string) => void
}) {
  const [refused, setRefused] = useState<string>()
  const problem = refused ?? props.problem
  const read = async (file: File | null) => {
    if (!file) return
    setRefused(undefined)
    if (!accepted.includes(endingOf(file.name))) return setRefused(wrongPictureType)
    if (file.size > maxIconBytes) return setRefused(iconTooLarge)
    if (!(await isPicture(file))) return setRefused(wrongPictureType)
    const reader = new FileReader()
    reader.onload = () => typeof reader.result === 'string' && props.onChange(reader.result)
    reader.onerror = () => setRefused('The file could not be read. Choose another one.')
    reader.readAsDataURL(file)
  }
  return (
    <>
      <Group wrap="nowrap">
        <Avatar
          size={56}
          radius="md"
          src={props.value || null}
          alt=""
          {...(props.onDark && props.value !== '' && { bg: '#121826', color: 'gray' })}
        >
          <IconPhoto size={24} />
        </Avatar>
        <Group gap="xs">
          <FileButton accept={accepted.map((type) => `.${type}`).join(',')} onChange={read}>
            {(button) => (
              <Button
                {...button}
                variant="default"
                leftSection={<IconUpload size={16} />}
                aria-label={`${props.value ? 'Replace' : 'Upload'} the ${props.what}`}
              >
                {props.value ? 'Replace' : 'Upload'}
              </Button>
            )}
          </FileButton>
          {props.value && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={16} />}
              aria-label={`Remove the ${props.what}`}
              onClick={() => {
                setRefused(undefined)
                props.onChange('')
              }}
            >
              Remove
            </Button>
          )}
        </Group>
      </Group>
      {problem && (
        <Text size="xs" mt="xs" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </>
  )
}
