import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import { isRecord } from '@parley/contracts/is-record.ts'

/** Largest template file in bytes, as on the server. */
export const maxTemplateBytes = 8_000_000

export type ReadTemplate = { ok: true; template: AgentTemplate } | { ok: false; message: string }

/** Parses an exported template. Returns the reason if the file is not one; the server validates every field. */
export function readTemplate(text: string): ReadTemplate {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('This file is not JSON. Choose a file saved with Export Agent Template.')
  }
  if (!isRecord(value) || !isRecord(value.template))
    return refuse('This file isn’t an agent template. Choose a file saved with Export Agent Template.')
  if (typeof value.name !== 'string' || value.name.trim() === '')
    return refuse('This template has no name, so it can not be imported.')
  const { key, name, description, icon, template, knowledge } = value
  const words = (given: unknown, otherwise: string) => (typeof given === 'string' ? given : otherwise)
  return {
    ok: true,
    template: {
      key: words(key, 'imported'),
      name,
      description: words(description, ''),
      icon: words(icon, ''),
      template,
      ...(Array.isArray(knowledge) ? { knowledge } : {}),
    },
  }
}

const refuse = (message: string): ReadTemplate => ({ ok: false, message })
