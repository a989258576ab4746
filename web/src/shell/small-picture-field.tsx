import { Button, FileButton, Group, Input } from '@mantine/core'
import { useId, useState } from 'react'
import { smallPicture } from '../design/fields/small-picture.ts'
import { t } from '../design/language.ts'
import { NameAvatar } from '../design/name-avatar.tsx'

/** A photo or a logo; empty for none. */
export function SmallPictureField(props: {
  label: string
  what: 'photo' | 'logo'
  name: string
  picture: string
  onChange: (picture: string) => void
}) {
  const { label, what, name, picture, onChange } = props
  const acts =
    what === 'photo'
      ? { add: t('Add photo'), replace: t('Replace photo'), remove: t('Remove photo') }
      : { add: t('Add logo'), replace: t('Replace logo'), remove: t('Remove logo') }
  const [problem, setProblem] = useState<string>()
  const id = useId()
  const choose = async (file: File | null) => {
    if (!file) return
    setProblem(undefined)
    try {
      onChange(await smallPicture(file))
    } catch {
      setProblem(t('Only pictures (PNG, JPEG, WebP)'))
    }
  }
  return (
    <Input.Wrapper label={label} error={problem} labelElement="div" labelProps={{ id }}>
      <Group role="group" aria-labelledby={id} gap="sm">
        <NameAvatar size={48} name={name || '?'} src={picture || null} />
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={choose}>
          {(button) => (
            <Button {...button} variant="default">
              {picture ? acts.replace : acts.add}
            </Button>
          )}
        </FileButton>
        {picture && (
          <Button variant="subtle" color="gray" onClick={() => onChange('')}>
            {acts.remove}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
