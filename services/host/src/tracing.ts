/**
 * OpenTelemetry traces from a request through its command to the projections that show it. Nothing is loaded unless
 * OTEL_EXPORTER_OTLP_ENDPOINT is set. Spans carry names and ids, never texts or addresses.
 */
import type { Context, Span, Tracer } from '@opentelemetry/api'
import type { Cause } from '@parley/contracts/message.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'

export type Tracing = {
  /** Runs work in a span; spans started inside are its children. `parent` is a W3C traceparent. */
  span<T>(
    name: string,
    attributes: Record<string, string | number>,
    work: () => Promise<T>,
    parent?: string,
  ): Promise<T>
  /** The active span as a W3C traceparent, to be stored in an event's cause. */
  current(): string | undefined
  /** Records when read models showed events, as spans under the requests that caused them. */
  projected(region: string, events: StoredEvent[]): void
  stop(): Promise<void>
}

export const noTracing: Tracing = {
  span: (_name, _attributes, work) => work(),
  current: () => undefined,
  projected: () => {},
  stop: async () => {},
}

/** `endpoint` is the collector's address, such as http://localhost:4318. */
export async function startTracing(endpoint: string): Promise<Tracing> {
  const { context, ROOT_CONTEXT, SpanStatusCode, trace } = await import('@opentelemetry/api')
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace')

  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'parley' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const tracer: Tracer = provider.getTracer('parley')

  return {
    span(name, attributes, work, parent) {
      const from = parent === undefined ? context.active() : contextOf(parent)
      return tracer.startActiveSpan(name, { attributes }, from, async (span: Span) => {
        try {
          return await work()
        } catch (error) {
          span.setStatus({
            code: SpanStatusCode.ERROR,
            message: error instanceof Error ? error.name : 'error',
          })
          throw error
        } finally {
          span.end()
        }
      })
    },
    current() {
      const span = trace.getActiveSpan()?.spanContext()
      return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags}`
    },
    projected(region, events) {
      for (const event of events) {
        const { cause, at }: { cause: Cause; at: string } = JSON.parse(event.metadata)
        if (cause.trace === undefined) continue
        const attributes = { region, stream: event.stream, position: event.position }
        tracer
          .startSpan(`project ${event.type}`, { attributes, startTime: new Date(at) }, contextOf(cause.trace))
          .end()
      }
    },
    async stop() {
      await provider.shutdown()
    },
  }

  function contextOf(traceparent: string): Context {
    const [, traceId = '', spanId = '', flags = '1'] = traceparent.split('-')
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number(flags), isRemote: true })
  }
}

/** Wraps commands in spans that name the stream and contain no text. */
export function traced(commands: CommandHandler, tracing: Tracing): CommandHandler {
  if (tracing === noTracing) return commands
  return {
    ...commands,
    handle: (aggregate, id, command, context) =>
      tracing.span(
        `command ${aggregate.category}`,
        { stream: `${aggregate.category}-${id}`, by: context.cause.by ?? '' },
        () => commands.handle(aggregate, id, command, context),
      ),
  }
}
