import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino'
import { maskLine, scrub } from './log-scrub.ts'

export type Log = Logger
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

type Options = { level: LogLevel; pretty: boolean; destination?: DestinationStream }

/**
 * The shop's log, on standard output: one JSON object a line, or a short readable line where `pretty`.
 * Whatever it is given, passwords, tokens, addresses and an error's quoted rows do not come out.
 */
export function createLogger({
  level,
  pretty,
  destination = pretty ? process.stdout : standardOutput(),
}: Options): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // Requests and responses are class instances: only these fields of them are of use.
    serializers: { err: (error) => error, req: describeRequest, res: describeResponse },
    hooks: {
      logMethod(args, method) {
        // Without a sentence pino takes the error's own message, which may quote a row.
        const [first, sentence = 'Something failed']: unknown[] = args
        const words =
          typeof first === 'string' ? [oneLine(first)] : [describe(first), oneLine(String(sentence))]
        Reflect.apply(method, this, words)
      },
      streamWrite: maskLine,
    },
  }
  return pino(options, pretty ? readable(destination) : destination)
}

/** Lines are written together, four times a second and when the process ends: a write for each request takes 6 µs. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: process.stdout.fd, sync: false, minLength: 4_096, periodicFlush: 250 })
}

function oneLine(sentence: string): string {
  if (!sentence.includes('\n')) return sentence
  return (
    sentence
      .split('\n')
      .filter((line) => line.trim())
      .at(-1) ?? ''
  )
}

function describe(fields: unknown): unknown {
  if (fields instanceof Error) return { err: scrub(fields) }
  if (typeof fields !== 'object' || fields === null) return fields
  const { req, res, ...rest } = fields as Record<string, unknown>
  return { ...(req !== undefined && { req }), ...(res !== undefined && { res }), ...(scrub(rest) as object) }
}

/** The path without its query, which may hold a token. */
function describeRequest(request: { method?: string; url?: string }): object {
  return { method: request.method, path: request.url?.split('?')[0] }
}

function describeResponse(response: { statusCode?: number }): object {
  return { statusCode: response.statusCode }
}

/** `12:30:01 warn  The sentence  field=value`, for a person at a terminal. */
function readable(destination: DestinationStream): DestinationStream {
  return {
    write(line) {
      const { time, level, msg, ...fields } = JSON.parse(line) as Record<string, unknown>
      const clock = String(time).slice(11, 19)
      const details = Object.entries(fields).map(([key, value]) => `  ${key}=${inWords(value)}`)
      destination.write(`${clock} ${String(level).padEnd(5)} ${String(msg)}${details.join('')}\n`)
    },
  }
}

function inWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { stack, ...rest } = value as Record<string, unknown>
  return stack ? `${JSON.stringify(rest)}\n${String(stack)}` : JSON.stringify(value)
}
