import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Provider } from 'react-redux'
import { router } from './router.tsx'
import { lazyComponent } from './server/lazy-component.ts'
import { queryClient } from './server/query-client.ts'
import { store } from './store/store.ts'

const NoticesShown = lazyComponent(() => import('./design/notices/notices-shown.tsx'), 'NoticesShown')

/** All pages behind the sign-in, at the address of the router. */
export function Dashboard() {
  return (
    <>
      <Suspense fallback={null}>
        <NoticesShown />
      </Suspense>
      <Provider store={store}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Provider>
    </>
  )
}
