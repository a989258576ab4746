import { Button } from '@mantine/core'
import { IconCode, IconMessageCircle } from '@tabler/icons-react'
import { t } from '../../design/language.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { chatAddress } from '../../shell/agent/website-script.ts'

/** Opens the chat with the new agent. */
export function TestTextAgent({ place }: { place: AgentPlace }) {
  return (
    <Button
      variant="default"
      component="a"
      href={chatAddress(place)}
      target="_blank"
      rel="noreferrer"
      leftSection={<IconMessageCircle size={18} />}
    >
      {t('Test Text Agent')}
    </Button>
  )
}

/** Shows or hides what puts the new agent on a website. */
export function AddToWebsite({ showing, onToggle }: { showing: boolean; onToggle: () => void }) {
  return (
    <Button variant="default" aria-expanded={showing} onClick={onToggle} leftSection={<IconCode size={18} />}>
      {t('Add to your website')}
    </Button>
  )
}
