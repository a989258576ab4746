import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'

/** Says that the network is away; queries resume by themselves when it is back. */
export function NetworkBanner() {
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert color="yellow" radius={0} icon={<IconWifiOff size={18} />} role="status">
      You are offline. What you typed is kept and everything goes on as soon as the network is back.
    </Alert>
  )
}
