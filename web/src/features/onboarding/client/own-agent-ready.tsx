import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CopyField } from '../../../design/fields/copy-field.tsx'
import { t } from '../../../design/language.ts'
import type { AgentPlace } from '../../../server/queries.ts'
import { websiteScript } from '../../../shell/agent/website-script.ts'
import styles from '../onboarding.module.css'
import { AddToWebsite, TestTextAgent } from '../ready-options.tsx'
import type { Onboarding } from './client-onboarding-page.tsx'

/** What a client can do with its new agent, as far as its agency offers it. */
export function OwnAgentReady({ place, onboarding }: { place: AgentPlace; onboarding: Onboarding }) {
  const [showing, setShowing] = useState(false)
  return (
    <Stack gap="md">
      <div className={styles.options}>
        {onboarding.showTestTextAgent && <TestTextAgent place={place} />}
        {onboarding.showWidgetScript && (
          <AddToWebsite showing={showing} onToggle={() => setShowing(!showing)} />
        )}
      </div>
      {showing && (
        <Stack gap={4}>
          <Text size="sm" c="dimmed">
            {t(
              'Put this script before the closing body tag of every page: it shows a button at the bottom right.',
            )}
          </Text>
          <CopyField label={t('website script')} value={websiteScript(place, window.location.origin)} />
        </Stack>
      )}
    </Stack>
  )
}
