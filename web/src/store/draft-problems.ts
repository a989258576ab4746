import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { flowProblems } from '@parley/contracts/agent/flow-problems.ts'
import { isDate, isPeriod } from '@parley/contracts/agent/opening-hours.ts'
import { normalOrigin } from '@parley/contracts/agent/origin-spelling.ts'
import { english } from '../design/language.ts'
import { type AgentFieldName, agentFieldNames, fieldText, valueAt } from './agent-fields.ts'

/**
 * Returns the problems to fix before an agent can be published, by the name of the field, in the words of the
 * specification. A node's problem is found under `nodes.<id>`.
 */
export function problemsOf(agent: AgentDocument, say = english.t): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const name of agentFieldNames) {
    const problem = fieldProblem(agent, name, say)
    if (problem) problems[name] = problem
  }
  if (agent.enableNodes)
    for (const { nodeId, level, message } of flowProblems(agent.nodes ?? [], { say }))
      if (level === 'error') problems[nodeId === '' ? 'nodes' : `nodes.${nodeId}`] ??= message
  return problems
}

/** Returns why the value of a field is not accepted, undefined if it is. Lengths are limited by the controls. */
export function fieldProblem(
  agent: AgentDocument,
  field: AgentFieldName,
  say = english.t,
): string | undefined {
  const value = valueAt(agent, field)
  const { required, limits, ...text } = fieldText(field)
  const name = say(text.name)
  const message = text.message === undefined ? undefined : say(text.message)
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = limits
  if (required && (typeof value !== 'string' || value.trim() === ''))
    return message ?? say('{name} is missing.', { name })
  if (typeof value === 'number' && value < min)
    return message ?? say('{name}: at least {limit}.', { name, limit: min })
  if (typeof value === 'number' && value > max)
    return message ?? say('{name}: at most {limit}.', { name, limit: max })
  if (field === 'openingHours' && agent.openingHours) {
    const { weekly, holidays } = agent.openingHours
    return weekly.every(isPeriod) && holidays.every(isDate) ? undefined : message
  }
  const misspelled = agent.allowedOrigins?.some((entry) => normalOrigin(entry) === undefined)
  return field === 'allowedOrigins' && misspelled ? message : undefined
}
