import { Stack, Text } from '@mantine/core'
import { CopyField } from '../../design/fields/copy-field.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { containerScript, frameEmbed, websiteScript } from '../../shell/agent/website-script.ts'

/** The three snippets of the ready screen (part 2 §2.7). */
export function Embeds({ place }: { place: AgentPlace }) {
  const { origin } = window.location
  const embeds = [
    {
      label: 'Popup widget',
      use: 'A button at the bottom right of every page. Put it before the closing body tag.',
      value: websiteScript(place, origin),
    },
    {
      label: 'Embedded chat',
      use: 'The chat within a page, at full width of a container of 500 × 500.',
      value: containerScript(place, origin, 'width: 500px; height: 500px; max-width: 100%'),
    },
    {
      label: 'Iframe',
      use: 'For pages that don’t allow third-party scripts.',
      value: frameEmbed(place, origin),
    },
  ]
  return (
    <Stack gap="md">
      {embeds.map(({ label, use, value }) => (
        <Stack key={label} gap={4}>
          <Text fw={500}>{label}</Text>
          <Text size="sm" c="dimmed">
            {use}
          </Text>
          <CopyField value={value} label={label} />
        </Stack>
      ))}
    </Stack>
  )
}
