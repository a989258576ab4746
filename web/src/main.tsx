import '@mantine/core/styles.css'
import './design/design.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { cssVariables, themeOf } from './design/theme.ts'
import { router } from './router.tsx'
import { lazyComponent } from './server/lazy-component.ts'
import { queryClient } from './server/query-client.ts'
import { store } from './store/store.ts'

const NoticesShown = lazyComponent(() => import('./design/notices-shown.tsx'), 'NoticesShown')

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
      <Suspense fallback={null}>
        <NoticesShown />
      </Suspense>
      <Provider store={store}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Provider>
    </MantineProvider>
  </StrictMode>,
)
