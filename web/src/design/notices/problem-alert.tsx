import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Says above a form, or in place of a result, what went wrong. */
export function ProblemAlert({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} {...(title && { title })} role="alert">
      {children}
    </Alert>
  )
}
