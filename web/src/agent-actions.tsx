import { DemoMenu } from './features/demo/demo-menu.tsx'
import { PublishControls } from './features/publish/publish-controls.tsx'
import { TourButton } from './features/tour/tour-button.tsx'
import type { AgentPlace } from './server/queries.ts'
import { useSession } from './shell/places.ts'
import { useMay } from './shell/use-may.ts'

/** What is done with an agent in the top bar, in the order of part 2 §2.3. */
export function AgentActions({ place }: { place: AgentPlace }) {
  const may = useMay()
  const isClient = useSession().client !== undefined
  return (
    <>
      {/* Part 2 §4: agencies and their clients have no tour. */}
      {!isClient && <TourButton />}
      {may('agent.test') && <DemoMenu place={place} />}
      {may('agent.publish') && <PublishControls place={place} />}
    </>
  )
}
