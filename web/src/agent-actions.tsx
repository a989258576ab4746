import { Menu, Modal } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { useOnPhone } from './design/use-on-phone.ts'
import { DemoItems, DemoMenu, WebsiteField } from './features/demo/demo-menu.tsx'
import { PublishControls } from './features/publish/publish-controls.tsx'
import { TourButton } from './features/tour/tour-button.tsx'
import { useTour } from './features/tour/use-tour.ts'
import type { AgentPlace } from './server/queries.ts'
import { useMay } from './shell/access/use-may.ts'

/**
 * What is done with an agent in the top bar, in the order of part 2 §2.3. On phones the menu of publishing has the tour
 * and the demo too, to leave room for the name of the agent.
 */
export function AgentActions({ place }: { place: AgentPlace }) {
  const may = useMay()
  const onPhone = useOnPhone()
  const tour = useTour()
  const [asking, setAsking] = useState(false)
  const mayPublish = may('agent.publish')
  const inMenu = onPhone && mayPublish && (
    <>
      {may('agent.test') && <DemoItems place={place} onPreview={() => setAsking(true)} />}
      {tour.offered && (
        <Menu.Item leftSection={<IconRoute size={18} stroke={1.75} />} onClick={tour.start}>
          Tutorial Walkthrough
        </Menu.Item>
      )}
    </>
  )
  return (
    <>
      {!inMenu && tour.offered && <TourButton start={tour.start} />}
      {!inMenu && may('agent.test') && <DemoMenu place={place} />}
      {mayPublish && <PublishControls place={place} more={inMenu} />}
      <Modal opened={asking} onClose={() => setAsking(false)} title="Website Preview">
        <WebsiteField place={place} onDone={() => setAsking(false)} />
      </Modal>
    </>
  )
}
