import type { Words } from './words/words.ts'

/** The specification's fallback: 'Something went wrong:' with 'Try again'. */
export function TroublePanel({ words, reason, retry }: { words: Words; reason: string; retry(): void }) {
  return (
    <div class="trouble" role="alert">
      <strong>{words.wrong}</strong>
      {reason && <p>{reason}</p>}
      <button type="button" onClick={retry}>
        {words.tryAgain}
      </button>
    </div>
  )
}
