import { Button } from '@mantine/core'
import { type ComponentType, lazy } from 'react'
import { AuthCard } from './auth-card.tsx'

/** A page that loads when it is first shown, or says that it could not be loaded. */
export function loaded<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (page) => ({ default: page }),
      () => ({ default: NotLoaded }),
    ),
  )
}

function NotLoaded() {
  return (
    <AuthCard
      title="This page could not be loaded"
      purpose="Please check your connection and try again."
      onSubmit={() => window.location.reload()}
    >
      <Button type="submit">Try again</Button>
    </AuthCard>
  )
}
