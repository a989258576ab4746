import './auth.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { cssVariables, themeOf } from '../design/theme/theme.ts'
import { AuthPages } from './auth-pages.tsx'
import { leadOnAfterGoingBack } from './lead-on.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

window.addEventListener('pageshow', (event) => void leadOnAfterGoingBack(event))

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={themeOf()}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: 'parley_color_scheme' })}
    >
      <AuthPages />
    </MantineProvider>
  </StrictMode>,
)
