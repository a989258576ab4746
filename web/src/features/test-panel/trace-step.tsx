import { Badge, Collapse, Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { TraceStep } from '@parley/contracts/conversation/trace.ts'
import {
  type Icon,
  IconApi,
  IconBolt,
  IconChevronRight,
  IconForms,
  IconLanguage,
  IconListSearch,
  IconMessage2Bolt,
  IconPencilSearch,
  IconSitemap,
  IconTool,
} from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { languageName } from '../../design/words/names.ts'
import styles from './reply-trace.module.css'

type Step<Type extends TraceStep['type']> = Extract<TraceStep, { type: Type }>

/** One step: its title, its time within the trace, and its details when open. */
export function OneStep(props: { step: TraceStep; whole: number; nodes: readonly AgentNode[] }) {
  const { step, whole } = props
  const { icon: StepIcon, title, failed } = wordsOf(step, props.nodes)
  const [opened, setOpened] = useState(false)
  const id = useId()
  return (
    <li className={styles.step}>
      <UnstyledButton
        className={styles.head}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <StepIcon size={16} stroke={1.75} className={failed ? styles.failed : styles.icon} aria-hidden />
        <Text size="sm" className={styles.title} c={failed ? 'var(--mantine-color-error)' : undefined}>
          {title}
        </Text>
        <Text size="xs" c="dimmed" className="tabular" flex="none">
          {time(step.tookMs)}
        </Text>
        <IconChevronRight size={14} className={styles.chevron} aria-hidden />
      </UnstyledButton>
      <div className={styles.line} aria-hidden>
        <span
          style={{
            insetInlineStart: `${Math.min(98, (step.at / whole) * 100)}%`,
            width: `${Math.max(2, Math.min(100, (step.tookMs / whole) * 100))}%`,
          }}
        />
      </div>
      <Collapse expanded={opened} id={id}>
        <Stack gap="xs" pt="xs">
          <Details step={step} nodes={props.nodes} />
        </Stack>
      </Collapse>
    </li>
  )
}

function wordsOf(
  step: TraceStep,
  nodes: readonly AgentNode[],
): { icon: Icon; title: string; failed?: boolean } {
  switch (step.type) {
    case 'flow':
      return { icon: IconSitemap, title: `Flow: ${nodesIn(step, nodes).join(' → ')}` }
    case 'rewrite':
      return {
        icon: IconPencilSearch,
        title: step.failed ? `Not rewritten: ${step.failed}` : `Asked as “${step.question}”`,
        failed: step.failed !== undefined,
      }
    case 'extraction':
      return {
        icon: IconForms,
        title: step.failed
          ? `Answers not extracted: ${step.failed}`
          : `Answers extracted: ${step.values.map(({ value }) => `“${value}”`).join(', ') || 'none'}`,
        failed: step.failed !== undefined,
      }
    case 'retrieval': {
      const used = step.chunks.filter((chunk) => chunk.used).length
      return { icon: IconListSearch, title: `Knowledge: ${used} of ${step.chunks.length} passages used` }
    }
    case 'model':
      return {
        icon: IconMessage2Bolt,
        title: step.failed
          ? `${step.modelId} failed`
          : step.calls.length > 0
            ? `${step.modelId} asked for ${step.calls.join(', ')}`
            : `${step.modelId} answered`,
        failed: step.failed !== undefined,
      }
    case 'tool': {
      const ok = step.outcome === 'ok'
      return {
        icon: IconTool,
        title: `${step.name}: ${ok ? 'OK' : step.outcome}${step.status === undefined ? '' : ` ${step.status}`}`,
        failed: !ok,
      }
    }
    case 'dialog':
      return {
        icon: IconApi,
        title: step.failed ? 'Dialog API failed' : `Dialog API: ${step.traces.join(', ') || 'nothing'}`,
        failed: step.failed !== undefined,
      }
    case 'translation':
      return {
        icon: IconLanguage,
        title: `Translation to ${languageName(step.into)} ${step.failed ? 'failed' : `by ${step.modelId}`}`,
        failed: step.failed !== undefined,
      }
    case 'built-in':
      return { icon: IconBolt, title: 'Built-in answerer' }
  }
}

const nodesIn = (step: Step<'flow'>, nodes: readonly AgentNode[]) =>
  step.nodes.map((id) => {
    const node = nodes.find((one) => one.id === id)
    return node ? nodeName(node) : id
  })

function Details({ step, nodes }: { step: TraceStep; nodes: readonly AgentNode[] }) {
  switch (step.type) {
    case 'flow':
      return (
        <Group gap={4}>
          {nodesIn(step, nodes).map((name, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the path through a flow never changes
            <Badge key={nth} variant="light" tt="none" maw="100%">
              {name}
            </Badge>
          ))}
        </Group>
      )
    case 'rewrite':
      return (
        <>
          <Text size="sm">
            {step.failed
              ? `${step.modelId} did not rewrite the question, so it was looked up as it stands.`
              : `Put in words that can be looked up alone by ${step.modelId}.`}
          </Text>
          {step.inputTokens !== undefined && step.outputTokens !== undefined && (
            <Text size="xs" c="dimmed" className="tabular">
              {count(step.inputTokens)} tokens in, {count(step.outputTokens)} out
            </Text>
          )}
        </>
      )
    case 'extraction':
      return (
        <>
          {step.values.map(({ asks, value }) => (
            <Text key={asks} size="sm">
              {asks} <strong>{value}</strong>
            </Text>
          ))}
          <Text size="xs" c="dimmed" className="tabular">
            {step.modelId}
            {step.inputTokens !== undefined && step.outputTokens !== undefined
              ? `: ${count(step.inputTokens)} tokens in, ${count(step.outputTokens)} out`
              : ' did not read the message, so the rules alone did.'}
          </Text>
        </>
      )
    case 'retrieval':
      return <Chunks step={step} />
    case 'model':
      return (
        <>
          <Text size="xs" c="dimmed" className="tabular">
            {count(step.inputTokens)} tokens in, {count(step.outputTokens)} out
            {step.firstMs === undefined ? '' : `, first word after ${time(step.firstMs)}`}
          </Text>
          {step.failed && <Text size="sm">{step.failed}</Text>}
          <Code label="System prompt">{step.system}</Code>
          {step.messages.map((message, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the messages shown to a model never change
            <Code key={nth} label={roles[message.role] ?? message.role}>
              {message.text}
            </Code>
          ))}
          {step.text !== '' && <Code label="Answer">{step.text}</Code>}
        </>
      )
    case 'tool':
      return (
        <>
          <Text size="xs" c="dimmed">
            Called by {step.calledBy === 'model' ? 'the model' : 'a node'}
          </Text>
          {step.request !== '' && <Code label="Request">{step.request}</Code>}
          <Code label="Response">{step.response}</Code>
        </>
      )
    case 'dialog':
      return (
        <>
          {step.failed && <Text size="sm">{step.failed}</Text>}
          <Code label="Request">{step.request}</Code>
        </>
      )
    case 'translation':
      return (
        <>
          <Text size="xs" c="dimmed" className="tabular">
            {count(step.texts)} {step.texts === 1 ? 'text' : 'texts'}, {count(step.inputTokens)} tokens in,{' '}
            {count(step.outputTokens)} out, {count(step.cost)} credits
          </Text>
          {step.failed && <Text size="sm">{step.failed}</Text>}
        </>
      )
    case 'built-in':
      return <Text size="sm">{step.why}</Text>
  }
}

const roles: Record<string, string> = { user: 'Visitor', assistant: 'Agent', tool: 'Function gave' }

function Chunks({ step }: { step: Step<'retrieval'> }) {
  if (step.chunks.length === 0) return <Text size="sm">Nothing was found for “{step.question}”.</Text>
  return (
    <>
      <Text size="xs" c="dimmed">
        For “{step.question}”; the agent knows from a score of {score(step.threshold)}
      </Text>
      {step.chunks.map((chunk, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the chunks found never change
        <div key={nth} className={styles.chunk} data-used={chunk.used || undefined}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" fw={500} truncate>
              {chunk.sourceName}
            </Text>
            <Text size="xs" c="dimmed" className="tabular" flex="none">
              {score(chunk.score)}
            </Text>
          </Group>
          <Progress
            value={chunk.score * 100}
            size={4}
            my={4}
            color={chunk.score >= step.threshold ? 'teal' : 'gray'}
            aria-label={`Score of ${chunk.sourceName}`}
          />
          <Text size="xs" c="dimmed" lineClamp={4}>
            {chunk.text}
          </Text>
        </div>
      ))}
    </>
  )
}

function Code(props: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" fw={500} mb={2}>
        {props.label}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre className={styles.code} tabIndex={0}>
        {props.children}
      </pre>
    </div>
  )
}

const score = (value: number) => value.toFixed(2)
export const time = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
