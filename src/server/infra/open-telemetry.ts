import {
  type Attributes,
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import pg from 'pg'
import { type OpenSpan, type SpanInput, setTracer, type Tracer } from './tracing.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }
const LONGEST_STATEMENT = 2_000

/**
 * Records spans and sends them to OTEL_EXPORTER_OTLP_ENDPOINT. The packages read the other OTEL_ variables by themselves. Our
 * own seams are used instead of the automatic instrumentations: those patch files as Node loads them, and the
 * shop's packages are bundled.
 */
export function startTracing(serviceName: string): { stop(): Promise<void> } {
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const recorder = provider.getTracer('ground-school-shop')
  const propagator = new W3CTraceContextPropagator()

  const tracer: Tracer = {
    run({ name, kind, attributes = {}, headers }: SpanInput, work) {
      const around = headers
        ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
        : context.active()
      const span = recorder.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, around)
      return context.with(trace.setSpan(around, span), () => work(openSpan(span)))
    },
    traceparent() {
      const headers: { traceparent?: string } = {}
      propagator.inject(context.active(), headers, defaultTextMapSetter)
      return headers.traceparent
    },
  }
  const restore = tracePostgres(tracer)
  setTracer(tracer)
  return {
    async stop() {
      setTracer(null)
      restore()
      await provider.shutdown()
      context.disable()
    },
  }
}

function openSpan(span: Span): OpenSpan {
  return {
    end({ error, name, attributes }) {
      if (name) span.updateName(name)
      if (attributes) span.setAttributes(attributes as Attributes)
      if (error !== undefined) {
        // The type alone: messages of the database quote rows.
        const type = error instanceof Error ? error.name : 'unknown'
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
      }
      span.end()
    },
  }
}

/** Statements inside a request or a job become spans, with their text and never their values; those of idle loops do not. */
function tracePostgres(tracer: Tracer): () => void {
  const original = pg.Client.prototype.query
  const traced = function (this: pg.Client, ...args: unknown[]): unknown {
    const call = (all: unknown[]): unknown => Reflect.apply(original, this, all)
    if (!trace.getSpan(context.active())) return call(args)
    const text = textOf(args[0])
    const input: SpanInput = {
      name: `pg ${/^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query'}`,
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, LONGEST_STATEMENT) },
    }
    return tracer.run(input, (span) => {
      const callback = args.at(-1)
      if (typeof callback === 'function') {
        const bound = context.bind(context.active(), callback)
        return call([
          ...args.slice(0, -1),
          (error: unknown, result: unknown) => {
            span.end(error ? { error } : {})
            bound(error, result)
          },
        ])
      }
      const result = call(args)
      if (result instanceof Promise)
        result.then(
          () => span.end({}),
          (error: unknown) => span.end({ error }),
        )
      else span.end({})
      return result
    })
  }
  Reflect.set(pg.Client.prototype, 'query', traced)
  return () => void Reflect.set(pg.Client.prototype, 'query', original)
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  const text: unknown = Reflect.get(Object(query), 'text')
  return typeof text === 'string' ? text : ''
}
