/** Where a span stands: what the shop answers, asks others, or works off. */
type SpanKind = 'server' | 'client' | 'consumer'

export type SpanInput = {
  name: string
  kind: SpanKind
  attributes?: Readonly<Record<string, string | number>>
  /** Headers of a request, which may name the caller's span (W3C trace context). */
  headers?: Readonly<Record<string, unknown>>
}

export type OpenSpan = {
  end(outcome: {
    error?: unknown
    name?: string
    attributes?: Readonly<Record<string, string | number>>
  }): void
}

/** What records spans. The shop knows no more of OpenTelemetry than this; its packages are loaded where a collector is configured. */
export type Tracer = {
  /** Runs `work` inside a new span of the one around it. */
  run<T>(input: SpanInput, work: (span: OpenSpan) => T): T
  /** The name of the span around (W3C trace context), for what goes on in another process. */
  traceparent(): string | undefined
}

let tracer: Tracer | null = null

export function setTracer(next: Tracer | null): void {
  tracer = next
}

export const findTracer = (): Tracer | null => tracer

/** Does work as a span of its own, where spans are recorded. */
export async function inSpan<T>(input: SpanInput, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work()
  return tracer.run(input, async (span) => {
    try {
      const result = await work()
      span.end({})
      return result
    } catch (error) {
      span.end({ error })
      throw error
    }
  })
}
