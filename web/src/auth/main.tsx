import './auth.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { cssVariables, themeOf } from '../design/theme/theme.ts'
import { AuthPages } from './auth-pages.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

// A page that the browser kept does not know that its reader has signed in since; the server leads them on.
window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())

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
