declare module 'virtual:parley-routes' {
  import type { Route } from '@parley/contracts/routes.ts'

  const routes: Record<string, Route>
  export default routes
}

declare module 'virtual:parley-auth-routes' {
  import type { Route } from '@parley/contracts/routes.ts'

  const routes: Record<string, Route>
  export default routes
}

declare module 'virtual:parley-agent-fields' {
  import type { FieldName } from '@parley/contracts/agent/field.ts'
  import type { FieldText } from '@parley/contracts/agent/field-texts.ts'
  import type { AgentFields } from '@parley/contracts/agent/fields.ts'

  const fields: Record<FieldName<AgentFields>, FieldText>
  export default fields
}

declare module 'virtual:parley-agent-groups' {
  const groups: readonly string[]
  export default groups
}

declare module 'virtual:parley-preview-queries' {
  const queries: Record<string, readonly [method: string, path: string, answer: unknown]>
  export default queries
}
