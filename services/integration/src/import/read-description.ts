/** Reads what describes functions: a cURL command, or an OpenAPI document in JSON or YAML. */
import type { ReadImport } from '@parley/contracts/integration/import-endpoints.ts'
import { parse } from 'yaml'
import { isCurl, readCurl } from './read-curl.ts'
import { readMcpTools } from './read-mcp-tools.ts'
import { readOpenApi } from './read-openapi.ts'

/** `from`: the address that the text was read from. `listed`: what a server of the Model Context Protocol lists, as JSON. */
export type ImportJob = { text: string; from?: string } | { mcp: { url: string; listed: string } }
export type ImportAnswer = { ok: true; read: ReadImport } | { ok: false; message: string }

export function readDescription(job: ImportJob): ImportAnswer {
  if ('mcp' in job) return { ok: true, read: readMcpTools(JSON.parse(job.mcp.listed), job.mcp.url) }
  const { text, from } = job
  if (isCurl(text)) return readCurl(text)
  const document = documentOf(text)
  if (document === undefined) return { ok: false, message: 'This is neither JSON nor YAML.' }
  const read = readOpenApi(document, from)
  if (!read)
    return {
      ok: false,
      message: 'This is no OpenAPI document: it names no version in “openapi” or has no “paths”.',
    }
  return read.found === 0
    ? { ok: false, message: 'The document describes no operations.' }
    : { ok: true, read }
}

function documentOf(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(plain)
  } catch {
    // Not JSON.
  }
  try {
    // A document of a few lines can name itself so often that it takes all memory.
    return parse(plain, { maxAliasCount: 100, logLevel: 'error' })
  } catch {
    return undefined
  }
}
