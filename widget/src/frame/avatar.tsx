import { safeImage } from '@parley/contracts/conversation/safe-url.ts'
import { useState } from 'preact/hooks'
import { useChat } from './context.ts'

/** The agent's picture, or the first letter of its title where there is none or it can't be loaded. */
export function Avatar({ large = false }: { large?: boolean }) {
  const { agent } = useChat()
  const [broken, setBroken] = useState(false)
  const picture = safeImage(agent.roundedImageURL)
  return (
    <span class={large ? 'avatar large' : 'avatar'} aria-hidden="true">
      {picture && !broken ? (
        <img src={picture} alt="" onError={() => setBroken(true)} />
      ) : (
        initial(agent.title)
      )}
    </span>
  )
}

const initial = (title: string) => Array.from(title.trim())[0]?.toUpperCase() ?? '?'
