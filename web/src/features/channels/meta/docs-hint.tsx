import { Anchor, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { agencyQuery } from '../../../server/agency.ts'
import { useMay } from '../../../shell/access/use-may.ts'
import { useWorkspace } from '../../../shell/navigation/places.ts'

const documents = {
  whatsapp: 'https://developers.facebook.com/docs/whatsapp/cloud-api/get-started',
  messenger: 'https://developers.facebook.com/docs/messenger-platform',
  instagram: 'https://developers.facebook.com/docs/messenger-platform/instagram',
}

/** Whether hints are shown: agencies do not see them (part 1 §2). */
export function useHints(): boolean {
  const mayRead = useMay()('agency.read')
  const agency = useQuery({ ...agencyQuery(useWorkspace()), enabled: mayRead })
  return !agency.isLoading && !agency.data
}

/** Where Meta documents how a channel of this kind is set up. */
export function DocsHint({ kind }: { kind: keyof typeof documents }) {
  if (!useHints()) return null
  return (
    <Text size="sm" c="dimmed">
      All of it is described in{' '}
      <Anchor href={documents[kind]} target="_blank" rel="noreferrer" inherit>
        Meta’s documentation <IconExternalLink size={13} aria-hidden />
      </Anchor>
      .
    </Text>
  )
}
