import { Badge, Box, Button, Group, Text } from '@mantine/core'
import type { PromptView } from '@parley/contracts/integration/prompt-endpoints.ts'
import { keptPromptVersions } from '@parley/contracts/integration/prompt-names.ts'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { Section } from '../../design/pages/page.tsx'
import styles from './prompts.module.css'

/** Versions that are shown at first. */
const shownAtFirst = 5

export function Versions({ prompt, onOpen }: { prompt: PromptView; onOpen: (version: number) => void }) {
  const [all, setAll] = useState(false)
  const { versions, published } = prompt
  return (
    <Section
      title="Versions"
      explanation={`The newest ${keptPromptVersions}, and the published one. Each can be compared, restored and published.`}
    >
      <ul className={styles.versions}>
        {(all ? versions : versions.slice(0, shownAtFirst)).map((one) => (
          <li key={one.version}>
            <Box flex="1 1 240px" miw={0}>
              <Group gap="xs">
                <Text fw={600}>Version {one.version}</Text>
                {one.version === published && (
                  <Badge variant="light" color="teal">
                    Published
                  </Badge>
                )}
              </Group>
              <Text size="sm" c="dimmed">
                <Moment at={one.savedAt} />
                {one.savedBy && ` by ${one.savedBy}`}
                {one.restoredFrom !== undefined && ` · Restored from version ${one.restoredFrom}`}
              </Text>
              {one.note && (
                <Text size="sm" className={styles.note}>
                  <bdi>{one.note}</bdi>
                </Text>
              )}
            </Box>
            <Button
              size="sm"
              variant="default"
              aria-label={`Open version ${one.version}`}
              onClick={() => onOpen(one.version)}
            >
              Open
            </Button>
          </li>
        ))}
      </ul>
      {!all && versions.length > shownAtFirst && (
        <Box>
          <Button size="sm" variant="default" onClick={() => setAll(true)}>
            Show all {versions.length}
          </Button>
        </Box>
      )}
    </Section>
  )
}
