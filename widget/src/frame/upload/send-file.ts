/** Uploads a file with progress, which only XMLHttpRequest reports for uploads. */
import { routes } from 'virtual:parley-routes'
import type { UploadedFile } from '@parley/contracts/file/endpoints.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { CallError } from '../server/call-error.ts'
import { embedHeaders } from '../server/embed.ts'

type Place = { params: object; token: string }
export type Sending = { uploaded: Promise<UploadedFile>; cancel(): void }

/** `source` is a file or the address of one. `progress` from 0 to 1. Throws a CallError. */
export function sendFile(
  place: Place,
  id: string,
  source: File | string,
  progress: (share: number) => void,
): Sending {
  const request = new XMLHttpRequest()
  const [method, path] = routes['conversations.upload']
  const uploaded = (async () => {
    const body =
      typeof source === 'string'
        ? { id, link: source }
        : { id, name: source.name.slice(-200), base64Payload: await base64Of(source) }
    return new Promise<UploadedFile>((resolve, reject) => {
      request.open(method, fillPath(path, { ...place.params }))
      request.setRequestHeader('authorization', `Bearer ${place.token}`)
      request.setRequestHeader('content-type', 'application/json')
      for (const [name, value] of Object.entries(embedHeaders())) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => progress(total ? loaded / total : 0)
      request.onerror = () => reject(new CallError(0, 'network', ''))
      request.onabort = () => reject(new CallError(0, 'cancelled', ''))
      request.onload = () => {
        const answer = parsed(request.responseText)
        if (request.status < 300 && answer.file) resolve(answer.file)
        else reject(new CallError(request.status, answer.code ?? 'unexpected', answer.message ?? ''))
      }
      request.send(JSON.stringify(body))
    })
  })()
  return { uploaded, cancel: () => request.abort() }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new CallError(0, 'unreadable', ''))
    reader.readAsDataURL(file)
  })
}

function parsed(text: string): { file?: UploadedFile; code?: string; message?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
