import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyList } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { useWorkspace } from '../navigation/places.ts'
import { workspaceScreens } from '../navigation/screens.ts'
import { useMatchedPath } from '../navigation/shown-path.ts'
import { ownerOnly } from './may.ts'
import { useMay } from './use-may.ts'

type Screen = { label: string; needs: Parameters<ReturnType<typeof useMay>>[0] }

/** Instead of a page of the workspace or of an agent that the signed-in person may not open. */
export function NotAllowed({ label, needs }: Screen) {
  const forOwner = ownerOnly.some((name) => name === needs)
  return (
    <Page title={label}>
      <EmptyList
        icon={<IconLock size={24} />}
        title={
          forOwner
            ? 'Only the owner of this workspace can open this page'
            : 'You are not allowed to open this page'
        }
        explanation={
          forOwner
            ? 'Ask the owner if something has to be changed here.'
            : 'The owner of the workspace decides what you may do. Ask them if you need this page.'
        }
      />
    </Page>
  )
}

/** The page that is shown, if it is one that the signed-in person may open. */
export function IfAllowed({ children }: { children: ReactNode }) {
  const { region } = useWorkspace()
  const path = useMatchedPath()
  const may = useMay()
  const screen = workspaceScreens
    .flatMap(({ screens }) => [...screens])
    .find(({ to }) => isWithin(path, to.replace('$region', region)))
  if (screen && !may(screen.needs)) return <NotAllowed {...screen} />
  return children
}

/** The pages of an agent are below that of all agents, but have needs of their own. */
const isWithin = (path: string, screen: string) =>
  path === screen || (!screen.endsWith('/agents') && path.startsWith(`${screen}/`))
