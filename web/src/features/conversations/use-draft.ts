import { useState } from 'react'

/** What is being written survives looking at another conversation and a reload of the page. */
export function useDraft(conversationId: string, mode: string): [string, (text: string) => void] {
  const key = `parley_${mode}_${conversationId}`
  const [texts, setTexts] = useState<Record<string, string>>({})
  const text = texts[key] ?? stored(key)
  return [
    text,
    (next) => {
      setTexts((before) => ({ ...before, [key]: next }))
      keep(key, next)
    },
  ]
}

function stored(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Then it lives as long as the page.
  }
}
