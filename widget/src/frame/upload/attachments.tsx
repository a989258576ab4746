import { acceptedFiles } from '@parley/contracts/file/types.ts'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { sizeText } from '../blocks/file.tsx'
import { useChat } from '../context.ts'
import { newId } from '../conversation/new-id.ts'
import type { Extras } from '../conversation/saved.ts'
import { Icon } from '../icons.tsx'
import { CallError } from '../server/call-error.ts'
import { fill } from '../words/words.ts'
import { alertFor, wordsForRefusal } from './check.ts'
import { type Sending, sendFile } from './send-file.ts'
import './attachments.css'

type Uploaded = NonNullable<Extras['files']>[number]
type Item = {
  id: string
  name: string
  size?: number
  source: File | string
  share: number
  uploaded?: Uploaded
  trouble?: string
}

const most = 10

/**
 * Files to send with a message: selected, dropped, pasted, or given by a link. Shows the progress of each; files can be
 * removed, and retried after a failure. `change` receives the uploaded files and whether uploads are in progress.
 */
export function Attachments({ change }: { change(files: Uploaded[], busy: boolean): void }) {
  const { words, locale, conversation } = useChat()
  const [items, setItems] = useState<Item[]>([])
  const [alert, setAlert] = useState('')
  const [open, setOpen] = useState(false)
  const [over, setOver] = useState(false)
  const [link, setLink] = useState('')
  const sendings = useRef(new Map<string, Sending>())
  const picker = useRef<HTMLInputElement>(null)
  const clip = useRef<HTMLButtonElement>(null)
  const now = useRef(items)
  const gone = useRef(false)

  const update = (next: Item[]) => {
    if (gone.current) return
    now.current = next
    setItems(next)
    const arrived = next.flatMap(({ uploaded }) => (uploaded ? [uploaded] : []))
    change(
      arrived,
      next.some(({ uploaded, trouble }) => !uploaded && !trouble),
    )
  }
  const patch = (id: string, part: Partial<Item>) =>
    update(now.current.map((item) => (item.id === id ? { ...item, ...part } : item)))

  const begin = async (item: Item) => {
    const sending = sendFile(conversation.place(), item.id, item.source, (share) => patch(item.id, { share }))
    sendings.current.set(item.id, sending)
    try {
      const uploaded = await sending.uploaded
      patch(item.id, { uploaded, name: uploaded.name, size: uploaded.size, share: 1 })
    } catch (error) {
      const code = error instanceof CallError ? error.code : ''
      if (code !== 'cancelled') patch(item.id, { trouble: wordsForRefusal(code, words), share: 0 })
    }
  }
  const add = (sources: (File | string)[]) => {
    setAlert('')
    setOpen(false)
    const room = sources.slice(0, most - now.current.length)
    if (room.length < sources.length) setAlert(fill(words.mostFiles, { n: most }))
    const fine = room.filter((source) => {
      const fault = typeof source === 'string' ? undefined : alertFor(source, words)
      if (fault) setAlert(fault)
      return !fault
    })
    const fresh = fine.map((source) => ({
      id: newId(),
      source,
      share: 0,
      ...(typeof source === 'string' ? { name: source } : { name: source.name, size: source.size }),
    }))
    update([...now.current, ...fresh])
    for (const item of fresh) conversation.whenReady(() => void begin(item))
  }
  const remove = (id: string) => {
    sendings.current.get(id)?.cancel()
    update(now.current.filter((item) => item.id !== id))
    clip.current?.focus()
  }
  const again = (item: Item) => {
    patch(item.id, { trouble: undefined, share: 0 })
    void begin(item)
  }

  // A layout effect, so that files can be dropped as soon as the button is visible.
  useLayoutEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files')
    const life = new AbortController()
    const listen = <Name extends keyof DocumentEventMap>(
      name: Name,
      hear: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, hear, { signal: life.signal })
    listen('dragover', (event) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(true)
    })
    listen('dragleave', (event) => event.relatedTarget === null && setOver(false))
    listen('drop', (event) => {
      setOver(false)
      if (!carriesFiles(event)) return
      event.preventDefault()
      add([...(event.dataTransfer?.files ?? [])])
    })
    listen('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      add(files)
    })
    return () => {
      gone.current = true
      life.abort()
      for (const sending of sendings.current.values()) sending.cancel()
    }
  }, [])

  const addLink = () => {
    if (!/^https?:\/\/\S+\.\S+/.test(link.trim())) return setAlert(words.enterLink)
    add([link.trim()])
    setLink('')
  }

  return (
    <>
      <button
        ref={clip}
        type="button"
        class="clip"
        aria-label={words.attach}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="clip" />
      </button>
      <input
        ref={picker}
        class="unseen"
        type="file"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        accept={acceptedFiles}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from within
        <div
          class="attach-panel"
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation()
              setOpen(false)
              clip.current?.focus()
            } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
              event.preventDefault()
              addLink()
            }
          }}
        >
          <button type="button" class="drop-zone" onClick={() => picker.current?.click()}>
            <strong>{words.chooseFile}</strong>
            <span>{words.dropHere}</span>
          </button>
          <label class="hint" for="attach-link">
            {words.enterLink}
          </label>
          <div class="link-entry">
            <input
              id="attach-link"
              type="url"
              dir="ltr"
              value={link}
              placeholder="https://"
              onInput={(event) => setLink(event.currentTarget.value)}
            />
            <button type="button" onClick={addLink}>
              {words.add}
            </button>
          </div>
        </div>
      )}
      {over && <div class="drop-over">{words.dropHere}</div>}
      {(items.length > 0 || alert) && (
        <div class="attachments">
          {alert && (
            <p class="upload-alert" role="alert">
              {alert}
            </p>
          )}
          {items.map((item) => {
            const percent = Math.round(item.share * 100)
            return (
              <div class={item.trouble ? 'chip failed' : 'chip'} key={item.id}>
                <span class="file-name" dir="auto">
                  {item.name}
                </span>
                {item.trouble ? (
                  <>
                    <span role="alert">{item.trouble}</span>
                    {item.trouble === words.uploadFailed && (
                      <button type="button" class="again" onClick={() => again(item)}>
                        {words.tryAgain}
                      </button>
                    )}
                  </>
                ) : item.uploaded ? (
                  <span class="file-size">{sizeText(item.uploaded.size, locale)}</span>
                ) : (
                  <progress
                    max={100}
                    value={percent}
                    aria-label={fill(words.uploading, { name: item.name, percent })}
                  />
                )}
                <button
                  type="button"
                  class="take-out"
                  aria-label={fill(words.remove, { name: item.name })}
                  onClick={() => remove(item.id)}
                >
                  <Icon name="close" />
                </button>
              </div>
            )
          })}
        </div>
      )}
    </>
  )
}
