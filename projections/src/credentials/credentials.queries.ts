import type { CredentialView } from '@parley/contracts/integration/credential.ts'
import type { credentialEndpoints } from '@parley/contracts/integration/credential-endpoints.ts'
import { storedUse } from '@parley/contracts/integration/credential-events.ts'
import { MOST_CREDENTIALS } from '@parley/contracts/integration/credential-names.ts'
import { readJson } from '@parley/contracts/message.ts'
import { type Handlers, replyWithTag } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { byName } from '../by-name.ts'
import { everyTool } from '../tools/tools.queries.ts'
import { type CredentialDocument, credentialsProjection } from './credentials.projection.ts'

/** Two that are created at the same moment may both be within the limit. */
const MOST_READ = 2 * MOST_CREDENTIALS

export function credentialQueries({
  reader,
}: {
  reader: Reader
}): Pick<Handlers<typeof credentialEndpoints>, 'credentials.list'> {
  return {
    async 'credentials.list'({ tenant }) {
      const query = { index: 'all', limit: MOST_READ }
      const documents = (await reader.find(credentialsProjection, tenant, query)).items
      const tools = await everyTool(reader, tenant)
      const opened = await reader.open(tenant, documents.flatMap(sealedIn))
      const texts = opened.values()
      const next = () => texts.next().value ?? ''
      const items = documents.map((document): CredentialView => {
        const { hint, hosts, ...rest } = document
        return {
          ...rest,
          name: next(),
          use: readJson(storedUse, next()),
          hosts: hosts.map(next),
          ...(hint === undefined ? {} : { hint: next() }),
          usedBy: tools
            .filter(({ credentialId }) => credentialId === document.credentialId)
            .map(({ id, name }) => ({ id, name }))
            .sort((a, b) => byName(a.name, b.name)),
        }
      })
      return replyWithTag({ items: items.sort((a, b) => byName(a.name, b.name)) }, reader.newestIn(documents))
    },
  }
}

export function countCredentials(reader: Reader, tenant: string): Promise<number> {
  return reader.count(credentialsProjection, tenant, { index: 'all' })
}

/** The functions that refer to a credential. */
export async function functionsUsing(
  reader: Reader,
  tenant: string,
  credentialId: string,
): Promise<{ id: string; name: string }[]> {
  const tools = await everyTool(reader, tenant)
  return tools.filter((one) => one.credentialId === credentialId).map(({ id, name }) => ({ id, name }))
}

function sealedIn({ name, use, hosts, hint }: CredentialDocument): string[] {
  return [name, use, ...hosts, ...(hint === undefined ? [] : [hint])]
}
