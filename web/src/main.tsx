import '@mantine/core/styles.css'
import './design/theme/design.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Dashboard } from './dashboard.tsx'
import { cssVariables, themeOf } from './design/theme/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={themeOf()}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: 'parley_color_scheme' })}
    >
      <Dashboard />
    </MantineProvider>
  </StrictMode>,
)
