import { Group, Loader, Stack, Text } from '@mantine/core'
import type { DomainView } from '@parley/contracts/agency/domain-endpoints.ts'
import { type DomainType, domainStatusLines as lines } from '@parley/contracts/agency/domain-names.ts'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** The status lines of a domain, announced when they change. */
export function DomainStatus(props: { domain: DomainView; domainType: DomainType }) {
  const { domain, domainType } = props
  const { isChecked, isVerified, isLive, removeAt } = domain
  // What is said of it then is the warning.
  if (removeAt !== undefined) return null
  return (
    <Stack gap={2} role="status">
      {!isVerified && !isChecked && <Line icon={working}>{lines.checking}</Line>}
      {!isVerified && isChecked && (
        <>
          <Line icon={<IconCircleX size={16} color="var(--mantine-color-red-text)" />}>
            {lines.notVerified}
          </Line>
          <Text size="sm" c="dimmed">
            {domainType === 'vgSubdomain'
              ? 'It is checked automatically, every 5 seconds at first. Its DNS records are the operator’s: you need not do anything. If they are not found within seven days, it is removed.'
              : 'It is checked automatically, every 5 seconds at first, and removed if its records are not found within seven days.'}
          </Text>
        </>
      )}
      {isVerified && !isLive && (
        <>
          <Line icon={done}>{lines.verified}</Line>
          <Line icon={working}>{lines.generating}</Line>
        </>
      )}
      {isLive && <Line icon={done}>{lines.live}</Line>}
    </Stack>
  )
}

const working = <Loader size={14} />
const done = <IconCircleCheck size={16} color="var(--mantine-color-teal-text)" />

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap">
      {icon}
      <Text size="sm">{children}</Text>
    </Group>
  )
}
