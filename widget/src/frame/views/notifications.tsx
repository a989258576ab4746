import { useEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../context.ts'
import { explain } from '../conversation/trouble.ts'
import { call } from '../server/api.ts'
import { fill } from '../words/words.ts'
import './views.css'
import '../blocks/form.css'

/**
 * Notifications of the agent in the visitor's browser. They are allowed on a page of their own, since browsers grant them to
 * no frame of another site; that page hands the subscription over, and never gets the visitor's token.
 */
export function Notifications() {
  const { words, agent, conversation, memory } = useChat()
  const [allowed, setKnown] = useState<boolean>()
  const [fault, setFault] = useState('')
  const opened = useRef<Window | null>(null)
  const { params, token } = conversation.place()

  /** Also kept for the menu: who allowed them can turn them off when they are no longer offered. */
  const setAllowed = (known: boolean) => {
    setKnown(known)
    memory.write({ notified: known })
  }

  /** Returns whether the server has taken it. */
  const tell = async (work: () => Promise<unknown>, then: boolean): Promise<boolean> => {
    setFault('')
    try {
      await work()
      setAllowed(then)
      return true
    } catch (error) {
      setFault(explain(error, words))
      return false
    }
  }

  useEffect(() => {
    call('visitorPush.get', { params }, { token }).then(
      (known) => setAllowed(known.allowed),
      (error) => setFault(explain(error, words)),
    )
    const listen = async ({ source, origin, data }: MessageEvent) => {
      if (!source || source !== opened.current || origin !== location.origin) return
      if (data?.type !== 'push-subscription') return
      const { endpoint, keys } = data.subscription
      const body = { endpoint, keys }
      const stored = await tell(() => call('visitorPush.allow', { params, body }, { token }), true)
      opened.current?.postMessage({ type: 'push-stored', stored }, location.origin)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])

  const open = () => {
    const address = `/widget/push/${params.region}/${params.agentId}/allow`
    opened.current = window.open(address, '_blank', 'popup,width=460,height=560')
    setFault(opened.current ? '' : words.failed)
  }
  const end = () => tell(() => call('visitorPush.withdraw', { params }, { token }), false)

  return (
    <section class="view" aria-label={words.notifications}>
      <h2>{words.notifications}</h2>
      <p>{fill(words.pushWhy, { name: agent.title })}</p>
      <p role="status">{allowed && words.pushAllowed}</p>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {(allowed || (allowed === false && agent.offerNotifications)) && (
        <button type="button" class="primary" onClick={allowed ? end : open}>
          {allowed ? words.pushEnd : words.pushAllow}
        </button>
      )}
    </section>
  )
}
