import { Button, Group, TextInput } from '@mantine/core'
import { longestAddress } from '@parley/contracts/file/pictures.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { locale, t } from '../../design/language.ts'
import { client, messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { FieldRow } from './fields.tsx'

/** Has the server fetch a font by its name or address, and gives it to the agent. */
export function WebFontField({ agent, edit }: AgentDraft) {
  const place = useAgentPlace()
  const [font, setFont] = useState(agent.webFont?.source ?? '')
  const fetching = useMutation({
    mutationFn: () => client.call('agents.fetchFont', { params: place, body: { font } }),
    onSuccess: ({ webFont }) => edit({ webFont, fontFamily: webFont.family }),
  })
  const start = () => font.trim() && fetching.mutate()
  return (
    <FieldRow name="webFont">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          aria-label={t(fieldText('webFont').label)}
          flex={1}
          placeholder={t('{name}, or https://…', { name: 'Playfair Display' })}
          maxLength={longestAddress}
          value={font}
          error={fetching.error && whyNotFetched(fetching.error)}
          onChange={(event) => {
            fetching.reset()
            setFont(event.currentTarget.value)
          }}
          onKeyDown={(event) => event.key === 'Enter' && start()}
        />
        <Button variant="default" loading={fetching.isPending} disabled={!font.trim()} onClick={start}>
          {t('Fetch font')}
        </Button>
      </Group>
    </FieldRow>
  )
}

/** In the words of the server, with its addresses and numbers only where they are in the language that is shown. */
function whyNotFetched(error: Error): string {
  const said = messageOf(error)
  return locale !== undefined && said === error.message ? t('This font can’t be fetched from there.') : said
}
