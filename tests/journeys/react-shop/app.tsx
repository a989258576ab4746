/** A shop that uses the published component, in strict mode. `?origin=…&agent=…` name the platform and the agent. */
import { ChatWidget, useChatWidget, type VisitorIdentity } from '@parley/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const told = new URLSearchParams(location.search)
const origin = told.get('origin') ?? ''
const agentId = told.get('agent') ?? ''
const signature = told.get('signature') ?? undefined

function Shop() {
  const chat = useChatWidget(agentId)
  const [mode, setMode] = useState<'popup' | 'inline' | 'none'>('popup')
  const [identity, setIdentity] = useState<VisitorIdentity>()
  const [basket, setBasket] = useState(0)
  const [heard, setHeard] = useState<string[]>([])
  const hear = (what: string) => setHeard((before) => [...before, what])
  return (
    <main>
      <h1>Lamps</h1>
      <button type="button" onClick={chat.open}>
        Open
      </button>
      <button type="button" onClick={chat.close}>
        Close
      </button>
      <button type="button" onClick={() => chat.send('How do repairs work?')}>
        Ask
      </button>
      <button type="button" onClick={() => setIdentity({ userId: 'u-42', signature, name: 'Ada Visitor' })}>
        Sign in
      </button>
      <button type="button" onClick={() => setBasket(basket + 1)}>
        Buy
      </button>
      {(['popup', 'inline', 'none'] as const).map((name) => (
        <button type="button" key={name} onClick={() => setMode(name)}>
          {name}
        </button>
      ))}
      <output>{heard.join(' ')}</output>
      {mode !== 'none' && (
        <ChatWidget
          origin={origin}
          region="na"
          agentId={agentId}
          mode={mode}
          identity={identity}
          variables={{ basket }}
          style={{ height: 520 }}
          className="place"
          onReady={() => hear('ready')}
          onOpen={() => hear('open')}
          onClose={() => hear('close')}
          onMessage={({ role }) => hear(role)}
          onError={({ message }) => hear(message)}
        />
      )}
    </main>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  )
