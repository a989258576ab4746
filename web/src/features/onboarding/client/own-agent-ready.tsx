import { Button, Stack, Text } from '@mantine/core'
import { IconCode, IconMessageCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyField } from '../../../design/copy-field.tsx'
import type { AgentPlace } from '../../../server/queries.ts'
import { chatAddress, websiteScript } from '../../../shell/website-script.ts'
import styles from '../onboarding.module.css'
import type { Onboarding } from './client-onboarding-page.tsx'

/** What a client can do with its new agent, as far as its agency offers it. */
export function OwnAgentReady({ place, onboarding }: { place: AgentPlace; onboarding: Onboarding }) {
  const [showing, setShowing] = useState(false)
  return (
    <Stack gap="md">
      <div className={styles.options}>
        {onboarding.showTestTextAgent && (
          <Button
            variant="default"
            component="a"
            href={chatAddress(place)}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconMessageCircle size={18} />}
          >
            Test Text Agent
          </Button>
        )}
        {onboarding.showWidgetScript && (
          <Button
            variant="default"
            aria-expanded={showing}
            onClick={() => setShowing(!showing)}
            leftSection={<IconCode size={18} />}
          >
            Add to your website
          </Button>
        )}
      </div>
      {showing && (
        <Stack gap={4}>
          <Text size="sm" c="dimmed">
            Put this script before the closing body tag of every page: it shows a button at the bottom right.
          </Text>
          <CopyField label="website script" value={websiteScript(place, window.location.origin)} />
        </Stack>
      )}
    </Stack>
  )
}
