/** Tells the people at an agent of each other. */
import type { AgentEditor, EditorsEvent, editorEndpoints } from '@parley/contracts/agent/editor-endpoints.ts'
import type { Handlers, ServerSentEvent } from '@parley/kernel/commands/handler.ts'
import type { Editor, Editors } from './editors.ts'

export type EditorsDeps = {
  editors: Pick<Editors, 'watch'>
  nameOf(userId: string): Promise<string | undefined>
}

export function editorsHandlers({ editors, nameOf }: EditorsDeps): Handlers<typeof editorEndpoints> {
  return {
    'agents.watchEditors'({ params, query, principal, tenant, request: { signal } }) {
      const self =
        principal.kind === 'user'
          ? { userId: principal.userId, page: query.page, editing: query.editing === 'true' }
          : undefined
      const people = editors.watch({ tenant, agentId: params.agentId, self, signal })
      return { ok: true, stream: events(people) }
    },
  }

  async function* events(changes: AsyncIterable<readonly Editor[]>): AsyncGenerator<ServerSentEvent> {
    for await (const people of changes) {
      const data: EditorsEvent = { type: 'editors', people: await named(people) }
      yield { event: data.type, data }
    }
  }

  /** Without people whose account no longer exists. */
  async function named(people: readonly Editor[]): Promise<AgentEditor[]> {
    const found = await Promise.all(
      people.map(async (person) => ({ ...person, displayName: await nameOf(person.userId) })),
    )
    return found.flatMap(({ displayName, ...person }) =>
      displayName === undefined ? [] : [{ ...person, displayName }],
    )
  }
}
