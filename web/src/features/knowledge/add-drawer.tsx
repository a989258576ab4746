import { SegmentedControl, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { FramedDrawer } from '../../design/framed-drawer.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import { AddDocuments } from './add-documents.tsx'
import { AddPairs } from './add-pairs.tsx'
import { AddText } from './add-text.tsx'
import { AddWebsite } from './add-website.tsx'
import { type WayToAdd, waysToAdd } from './search.ts'
import { wayWords } from './source-words.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/kb')

const explanations: Record<WayToAdd, string> = {
  website: 'The agent reads your pages, keeps them up to date and cites the page it answers from.',
  text: 'Paste or type what the agent should know.',
  qa: 'For frequent questions: the agent gives exactly your answer.',
  document: 'Manuals, price lists, policies. Each file becomes a source.',
}

/** The ways to add a knowledge source. Input is kept until it is submitted. */
export function AddDrawer(props: { way: WayToAdd }) {
  const place = useAgentPlace()
  const navigate = route.useNavigate()
  const show = (add: WayToAdd | undefined) =>
    navigate({ search: (search) => ({ ...search, add }), replace: add !== undefined })
  const close = () => void show(undefined)
  return (
    <FramedDrawer onClose={close} title="Add knowledge">
      <SegmentedControl
        fullWidth
        aria-label="How to add"
        value={props.way}
        onChange={(value) => void show(waysToAdd.find((way) => way === value))}
        data={waysToAdd.map((way) => ({ value: way, label: wayWords[way] }))}
      />
      <Text c="dimmed">{explanations[props.way]}</Text>
      {props.way === 'website' && <AddWebsite place={place} onAdded={close} />}
      {props.way === 'text' && <AddText place={place} onAdded={close} />}
      {props.way === 'qa' && <AddPairs place={place} onAdded={close} />}
      {props.way === 'document' && <AddDocuments place={place} />}
    </FramedDrawer>
  )
}
