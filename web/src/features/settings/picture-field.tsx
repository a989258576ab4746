import { Avatar, Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  longestAddress,
  maxPictureBytes,
  maxPictureMB,
  pictureEndings,
  pictureTooLarge,
  wrongPictureType,
} from '@parley/contracts/file/pictures.ts'
import { endingOf } from '@parley/contracts/file/types.ts'
import { IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { isPicture } from '../../design/is-picture.ts'
import { locale, t } from '../../design/language.ts'
import { listed } from '../../design/lists/listed.ts'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { type AgentFieldName, fieldText } from '../../store/agent-fields.ts'
import { directionOf, FieldRow } from './fields.tsx'

const accepted: readonly string[] = pictureEndings

type PictureFieldProps = {
  name: AgentFieldName
  shape: 'circle' | 'square'
  value: string
  /** Initials replace a missing image; without them, an icon does. */
  initialsOf?: string
  onChange: (value: string) => void
}

/** An image, uploaded or given by its address. */
export function PictureField(props: PictureFieldProps) {
  const { label, help } = fieldText(props.name)
  const [problem, setProblem] = useState<string>()
  const radius = props.shape === 'circle' ? '50%' : 'md'
  const shown = { size: 64, radius, src: props.value || null }
  // A `data:` address until it is published, then the address of the file.
  const uploaded = /^(?:data:|\/api\/)/.test(props.value)

  const read = async (file: File | null) => {
    if (!file) return
    setProblem(undefined)
    if (!accepted.includes(endingOf(file.name))) return setProblem(t(wrongPictureType))
    if (file.size > maxPictureBytes) return setProblem(t(pictureTooLarge))
    if (!(await isPicture(file))) return setProblem(t(wrongPictureType))
    const reader = new FileReader()
    reader.onload = () => typeof reader.result === 'string' && props.onChange(reader.result)
    reader.onerror = () => setProblem(t('The file could not be read. Choose another one.'))
    reader.readAsDataURL(file)
  }

  return (
    <FieldRow
      grouped
      name={props.name}
      help={t('{help} ({types}, at most {limit} MB)', {
        help: help === undefined ? '' : t(help),
        types: listed(accepted),
        limit: maxPictureMB.toLocaleString(locale ?? 'en'),
      })}
    >
      <Group align="flex-start" wrap="nowrap">
        {props.initialsOf === undefined ? (
          <Avatar {...shown} alt="">
            <IconPhoto size={28} />
          </Avatar>
        ) : (
          <NameAvatar {...shown} name={props.initialsOf} />
        )}
        <Stack gap="xs" flex={1}>
          <Group gap="xs">
            <FileButton accept={accepted.map((type) => `.${type}`).join(',')} onChange={read}>
              {(button) => (
                <Button variant="default" leftSection={<IconUpload size={16} />} {...button}>
                  {t('Upload')}
                </Button>
              )}
            </FileButton>
            {props.value && (
              <Button
                variant="subtle"
                color="gray"
                leftSection={<IconTrash size={16} />}
                onClick={() => props.onChange('')}
              >
                {t('Remove')}
              </Button>
            )}
          </Group>
          <TextInput
            aria-label={t('{name}: address', { name: t(label) })}
            placeholder={t('or https://…')}
            type="url"
            dir={directionOf(!uploaded && props.value)}
            maxLength={longestAddress}
            value={uploaded ? '' : props.value}
            onChange={(event) => props.onChange(event.currentTarget.value)}
          />
        </Stack>
      </Group>
      {problem && (
        <Text size="xs" mt="xs" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </FieldRow>
  )
}
