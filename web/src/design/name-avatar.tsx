import { Avatar, type AvatarProps } from '@mantine/core'
import { initialsOf } from './initials.ts'

type Attributes = { role?: 'img'; title?: string; 'aria-label'?: string; 'aria-hidden'?: boolean }

/** The picture of whom or what the name names, else its initials in a colour of its own. */
export function NameAvatar(props: Omit<AvatarProps, 'children'> & Attributes & { name: string }) {
  return (
    <Avatar color="initials" alt="" {...props}>
      {initialsOf(props.name) || undefined}
    </Avatar>
  )
}
