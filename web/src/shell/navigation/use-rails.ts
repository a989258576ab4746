import { useSearch } from '@tanstack/react-router'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { preferred } from '../../store/preferences.ts'
import { useStoreDispatch, useStoreState } from '../../store/store.ts'
import { useAgentPlaceIfAny } from './places.ts'
import { useShownPath } from './shown-path.ts'

type Rail = { collapsed: boolean; collapse: (collapsed: boolean) => void }

/** Whether phones show an open conversation alone, without the frame. */
export function useFullScreen(): boolean {
  const onPhone = useOnPhone()
  const inInbox = useInInbox()
  const { conversation } = useSearch({ strict: false })
  return onPhone && inInbox && conversation !== undefined
}

/** The side nav. Within an agent it is a rail of icons unless somebody expands it there. */
export function useSideRail(): Rail {
  const inAgent = useAgentPlaceIfAny() !== undefined
  const inInbox = useInInbox()
  const dispatch = useStoreDispatch()
  const preferences = useStoreState((state) => state.preferences)
  const name = inAgent ? 'sideNavCollapsedInAgent' : 'sideNavCollapsed'
  return {
    collapsed: preferences[name] || (inInbox && preferences.navCollapsedInInbox),
    collapse: (collapsed) =>
      dispatch(
        preferred({ [name]: collapsed, ...(inInbox && !collapsed ? { navCollapsedInInbox: false } : {}) }),
      ),
  }
}

/** Whether the navigation of an agent is a row above its pages, and whether these have the room of the side nav too. */
export function useAgentLayout() {
  const dispatch = useStoreDispatch()
  const { agentNavLayout, agentFullScreen } = useStoreState((state) => state.preferences)
  return {
    horizontal: agentNavLayout === 'horizontal',
    fullScreen: agentFullScreen,
    switchLayout: () =>
      dispatch(preferred({ agentNavLayout: agentNavLayout === 'horizontal' ? 'vertical' : 'horizontal' })),
    switchFullScreen: () => dispatch(preferred({ agentFullScreen: !agentFullScreen })),
  }
}

/** The nav of an agent. In the inbox its state is remembered apart. */
export function useAgentRail(): Rail {
  const name = useInInbox() ? 'navCollapsedInInbox' : 'agentNavCollapsed'
  const dispatch = useStoreDispatch()
  const collapsed = useStoreState((state) => state.preferences[name])
  return { collapsed, collapse: (next) => dispatch(preferred({ [name]: next })) }
}

function useInInbox(): boolean {
  return useShownPath().endsWith('/convos')
}
