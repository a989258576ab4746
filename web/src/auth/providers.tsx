/** Buttons of the OpenID providers that this server offers; none without any. */
import { Button } from '@mantine/core'
import type { Region } from '@parley/contracts/endpoint.ts'

type Provider = { name: string; label: string }

const named = document.querySelector<HTMLMetaElement>('meta[name="sign-in-providers"]')
const providers: Provider[] = named ? JSON.parse(named.content) : []

/** `onStart` begins to sign in, in the state of the form that the buttons stand in. */
export function Providers(props: {
  busy: boolean
  region?: Region
  onStart: (start: () => Promise<unknown>) => void
}) {
  return providers.map(({ name, label }) => (
    <Button
      key={name}
      variant="default"
      disabled={props.busy}
      onClick={() => props.onStart(async () => (await import('./openid.ts')).startOpenId(name, props.region))}
    >
      Continue with {label}
    </Button>
  ))
}
