import '@mantine/core/styles.css'
import '../design/theme/design.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Component, lazy, type ReactNode, StrictMode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { noticeWarning } from '../design/notices/notices.ts'
import { cssVariables, themeOf } from '../design/theme/theme.ts'
import { type FromFrame, isToFrame, type Previewed, type Scheme } from './messages.ts'
import { previewFetch, refusal, SilentStream } from './transport.ts'

const SignInScreen = lazy(() =>
  import('./sign-in-screen.tsx').then(({ SignInScreen }) => ({ default: SignInScreen })),
)
const DashboardScreen = lazy(() =>
  import('./dashboard-screen.tsx').then(({ DashboardScreen }) => ({ default: DashboardScreen })),
)

const schemeKey = 'parley_color_scheme'
const schemeAttribute = 'data-mantine-color-scheme'
/** That of this server's pages: the frame's own is opaque. */
const { origin } = window.location
const listeners = new Set<() => void>()
let previewed: Previewed | undefined

/** Shows what the page around it sends. By itself, or in a frame of another website, it shows nothing. */
function start(root: HTMLElement): void {
  window.fetch = previewFetch(
    () => {
      if (!previewed) throw new Error('Nothing is previewed yet')
      return previewed
    },
    () => tell({ state: 'shown', page: 'sign-in' }),
  )
  Object.assign(window, { EventSource: SilentStream })
  leaveFocus()
  window.addEventListener('message', ({ source, origin: from, data }: MessageEvent) => {
    if (source !== window.parent || from !== origin || !isToFrame(data)) return
    if (previewed?.scheme !== data.previewed.scheme) showScheme(data.previewed.scheme)
    previewed = data.previewed
    for (const listener of listeners) listener()
  })
  // After the handlers of the pages, which lead within the dashboard.
  window.addEventListener('click', stayHere)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={themeOf()}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="light"
        colorSchemeManager={localStorageColorSchemeManager({ key: schemeKey })}
      >
        <Preview />
      </MantineProvider>
    </StrictMode>,
  )
  tellScheme()
  tell({ state: 'listening' })
}

function Preview() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => previewed,
  )
  if (!now) return null
  return (
    <Failing>
      <Suspense>
        {now.page === 'sign-in' ? (
          <Shown>
            <SignInScreen previewed={now} />
          </Shown>
        ) : (
          <DashboardScreen previewed={now} onShown={() => tell({ state: 'shown' })} />
        )}
      </Suspense>
    </Failing>
  )
}

function Shown({ children }: { children: ReactNode }) {
  useEffect(() => tell({ state: 'shown' }), [])
  return children
}

class Failing extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch() {
    tell({ state: 'failed' })
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}

function tell(said: Omit<FromFrame, 'from'>): void {
  window.parent.postMessage({ from: 'client-preview', ...said } satisfies FromFrame, origin)
}

/** As another tab of the browser would tell the pages that are shown. */
function showScheme(scheme: Scheme): void {
  localStorage.setItem(schemeKey, scheme)
  document.documentElement.setAttribute(schemeAttribute, scheme)
  const told = { key: schemeKey, newValue: scheme, storageArea: localStorage }
  window.dispatchEvent(Object.assign(new Event('storage'), told))
}

/** The dashboard has a button for it too. */
function tellScheme(): void {
  const html = document.documentElement
  const look = () => {
    const scheme = html.getAttribute(schemeAttribute) === 'dark' ? 'dark' : 'light'
    if (previewed && previewed.scheme !== scheme) tell({ state: 'shown', scheme })
  }
  new MutationObserver(look).observe(html, { attributeFilter: [schemeAttribute] })
}

/** Nothing takes the focus out of the settings: pages move it only once somebody is in the frame. */
function leaveFocus(): void {
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function (this: HTMLElement, options?: FocusOptions) {
    if (document.hasFocus()) focus.call(this, options)
  }
}

/** Links that would leave the page lead nowhere. */
function stayHere(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!link || event.defaultPrevented || link.getAttribute('href')?.startsWith('#')) return
  event.preventDefault()
  noticeWarning(refusal)
}

const root = document.getElementById('root')
if (root && window.parent !== window) start(root)
