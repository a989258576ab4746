import { safeImage } from '@parley/contracts/conversation/safe-url.ts'
import { useState } from 'preact/hooks'
import { useChat } from './context.ts'

/**
 * The agent's picture, or the first letter of its title if there is none or it cannot be loaded. For a person, the
 * first letter of the name.
 */
export function Avatar({ large = false, person }: { large?: boolean; person?: string }) {
  const { agent } = useChat()
  const [broken, setBroken] = useState(false)
  const picture = person ? undefined : safeImage(agent.roundedImageURL)
  return (
    <span class={large ? 'avatar large' : 'avatar'} data-part="avatar" aria-hidden="true">
      {picture && !broken ? (
        <img src={picture} alt="" onError={() => setBroken(true)} />
      ) : (
        initial(person ?? agent.title)
      )}
    </span>
  )
}

const initial = (name: string) => Array.from(name.trim())[0]?.toUpperCase() ?? '?'
