import { SegmentedControl, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../design/language.ts'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { AddDocuments } from './add-documents.tsx'
import { AddPairs } from './add-pairs.tsx'
import { AddText } from './add-text.tsx'
import { AddWebsite } from './add-website.tsx'
import { wayExplanations, wayWords } from './knowledge-words.ts'
import { type WayToAdd, waysToAdd } from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/kb')

/** The ways to add a knowledge source. Input is kept until it is submitted. */
export function AddDrawer(props: { way: WayToAdd }) {
  const place = useAgentPlace()
  const navigate = route.useNavigate()
  const show = (add: WayToAdd | undefined) =>
    navigate({ search: (search) => ({ ...search, add }), replace: add !== undefined })
  const close = () => void show(undefined)
  return (
    <FramedDrawer onClose={close} title={t('Add knowledge')}>
      <SegmentedControl
        fullWidth
        aria-label={t('How to add')}
        value={props.way}
        onChange={(value) => void show(waysToAdd.find((way) => way === value))}
        data={waysToAdd.map((way) => ({ value: way, label: t(wayWords[way]) }))}
      />
      <Text c="dimmed">{t(wayExplanations[props.way])}</Text>
      {props.way === 'website' && <AddWebsite place={place} onAdded={close} />}
      {props.way === 'text' && <AddText place={place} onAdded={close} />}
      {props.way === 'qa' && <AddPairs place={place} onAdded={close} />}
      {props.way === 'document' && <AddDocuments place={place} />}
    </FramedDrawer>
  )
}
