import {
  IconBook2,
  IconCode,
  IconHistory,
  IconLogout,
  IconMessageChatbot,
  IconPlus,
  IconPresentation,
} from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSignOut } from '../../shell/access/sign-out.ts'
import { demoAddress } from '../../shell/demo-address.ts'
import { useAgentPlaceIfAny, useWorkspace } from '../../shell/navigation/places.ts'
import { useThemeToggle } from '../../shell/navigation/theme-toggle.ts'
import type { Entry } from './entries.ts'

const iconOf = { size: 18, stroke: 1.75 } as const

/** What can be done from everywhere, and within an agent for it. */
export function useActions(): Entry[] {
  const place = useAgentPlaceIfAny()
  const { region } = useWorkspace()
  const { showDebugger } = useSearch({ strict: false })
  const navigate = useNavigate()
  const theme = useThemeToggle()
  const signOut = useSignOut()
  const ofAgent: Entry[] = place
    ? [
        {
          id: 'action test',
          label: showDebugger === true ? 'Hide Test' : 'Show Test',
          words: 'try chat panel',
          icon: <IconMessageChatbot {...iconOf} />,
          run: () =>
            void navigate({
              to: '.',
              search: (search) => ({ ...search, showDebugger: showDebugger !== true }),
            }),
        },
        {
          id: 'action knowledge',
          label: 'Add knowledge',
          words: 'source website document text question',
          icon: <IconBook2 {...iconOf} />,
          run: () =>
            void navigate({
              to: '/app/$region/agents/$agentId/kb',
              params: place,
              search: { add: 'website' },
            }),
        },
        {
          id: 'action script',
          label: 'Website Script',
          words: 'embed install widget',
          icon: <IconCode {...iconOf} />,
          run: () => void navigate({ to: '.', search: (search) => ({ ...search, panel: 'script' }) }),
        },
        {
          id: 'action demo',
          label: 'Standard Demo',
          words: 'prototype preview visitors',
          icon: <IconPresentation {...iconOf} />,
          run: () => void window.open(demoAddress(place), '_blank', 'noopener'),
        },
        {
          id: 'action versions',
          label: 'Version History',
          words: 'restore published',
          icon: <IconHistory {...iconOf} />,
          run: () => void navigate({ to: '.', search: (search) => ({ ...search, panel: 'versions' }) }),
        },
      ]
    : []
  return [
    ...ofAgent,
    {
      id: 'action new agent',
      label: 'New Agent',
      words: 'create add',
      icon: <IconPlus {...iconOf} />,
      run: () => void navigate({ to: '/app/$region/agents', params: { region }, search: { newAgent: true } }),
    },
    {
      id: 'action theme',
      label: theme.label,
      words: 'appearance color mode',
      icon: <theme.icon {...iconOf} />,
      run: theme.onClick,
    },
    {
      id: 'action sign out',
      label: 'Sign out',
      words: 'log out leave',
      icon: <IconLogout {...iconOf} />,
      run: () => signOut.mutate(),
    },
  ]
}
