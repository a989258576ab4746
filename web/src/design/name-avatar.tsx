import { Avatar, type AvatarProps } from '@mantine/core'
import { initialsOf } from './words/initials.ts'

type Attributes = { role?: 'img'; title?: string; 'aria-label'?: string; 'aria-hidden'?: boolean }

/** The picture that belongs to a name, else initials in a colour derived from the name. */
export function NameAvatar(props: Omit<AvatarProps, 'children'> & Attributes & { name: string }) {
  return (
    <Avatar color="initials" alt="" {...props}>
      {initialsOf(props.name) || undefined}
    </Avatar>
  )
}
