import type { evaluationEndpoints } from '@parley/contracts/evaluation/endpoints.ts'
import { storedTestCase } from '@parley/contracts/evaluation/events.ts'
import { mostTestCases } from '@parley/contracts/evaluation/names.ts'
import type { TestCase } from '@parley/contracts/evaluation/test-case.ts'
import { readJson } from '@parley/contracts/message.ts'
import { type Handlers, replyWithTag } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { type TestCaseDocument, testCasesProjection } from './test-cases.projection.ts'

export function testCaseQueries({
  reader,
}: {
  reader: Reader
}): Pick<Handlers<typeof evaluationEndpoints>, 'testCases.list'> {
  return {
    async 'testCases.list'(call) {
      const documents = await documentsOf(reader, call.tenant, call.params.agentId)
      const opened = await open(reader, call.tenant, documents)
      const items = opened.map(({ agentId: _, testCase, ...item }) => ({
        ...item,
        ...(testCase ? { testCase } : {}),
      }))
      return replyWithTag({ items }, reader.newestIn(documents))
    },
  }
}

type Opened = Omit<TestCaseDocument, 'testCase'> & { testCase: TestCase | undefined }

/** The cases of an agent, newest first, opened. */
export async function casesOf(reader: Reader, tenant: string, agentId: string): Promise<Opened[]> {
  return open(reader, tenant, await documentsOf(reader, tenant, agentId))
}

async function documentsOf(reader: Reader, tenant: string, agentId: string): Promise<TestCaseDocument[]> {
  const documents: TestCaseDocument[] = []
  let cursor: string | undefined
  do {
    const query = {
      index: 'byAgent',
      where: { agentId },
      order: 'desc',
      limit: mostTestCases,
      cursor,
    } as const
    const page = await reader.find(testCasesProjection, tenant, query)
    documents.push(...page.items)
    cursor = page.next
  } while (cursor !== undefined)
  return documents
}

/** The cases of these ids that exist and are not erased, by id. */
export async function casesById(
  reader: Reader,
  tenant: string,
  caseIds: readonly string[],
): Promise<Map<string, { testCase: TestCase; conversationId: string | undefined }>> {
  const ids = [...new Set(caseIds)]
  const found = await Promise.all(ids.map((caseId) => reader.get(testCasesProjection, tenant, caseId)))
  const opened = await open(
    reader,
    tenant,
    found.flatMap((one) => one ?? []),
  )
  return new Map(
    opened.flatMap(({ caseId, testCase, conversationId }) =>
      testCase ? [[caseId, { testCase, conversationId }] as const] : [],
    ),
  )
}

async function open(reader: Reader, tenant: string, documents: TestCaseDocument[]): Promise<Opened[]> {
  const texts = await reader.open(
    tenant,
    documents.map(({ testCase }) => testCase),
  )
  return documents.map((document, nth) => ({
    ...document,
    testCase: readJson(storedTestCase, texts[nth] ?? ''),
  }))
}
