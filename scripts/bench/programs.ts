import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A small program of this folder in a process of its own. */
export type Program = { child: ChildProcess; pid: number; port: number }

/** Starts a program and waits for its first message, the port it listens on. */
export async function startProgram(file: string, env: Record<string, string> = {}): Promise<Program> {
  const child = fork(join(import.meta.dirname, file), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
  const port = Number(await answerOf(child, file))
  return { child, pid: child.pid ?? 0, port }
}

/** Sends a program something to do and waits for its answer. */
export async function ask<T>(child: ChildProcess, question: object): Promise<T> {
  const answer = answerOf(child, 'the program')
  child.send(question)
  return (await answer) as T
}

async function answerOf(child: ChildProcess, name: string): Promise<unknown> {
  const settled = new AbortController()
  const { signal } = settled
  try {
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${name} ended with ${code}`)
      }),
    ])
    if (answer?.error) throw new Error(answer.error)
    return answer
  } finally {
    settled.abort()
  }
}

export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

const TICKS_PER_SECOND = 100
const BYTES_PER_MEBIBYTE = 1_048_576
const PAGE_BYTES = 4_096

/** Resident memory of a process in MiB; 0 where there is no /proc. */
export function residentMebibytes(pid: number): number {
  const file = `/proc/${pid}/statm`
  if (!existsSync(file)) return 0
  return (Number(readFileSync(file, 'utf8').split(' ')[1]) * PAGE_BYTES) / BYTES_PER_MEBIBYTE
}

/** User and system time of a process with all its threads; 0 where there is no /proc. */
export function processorMicros(pid: number): number {
  const fields = statOf(pid)
  return microsOf(fields[11], fields[12])
}

/** That of its children that have ended. */
export function endedMicros(pid: number): number {
  const fields = statOf(pid)
  return microsOf(fields[13], fields[14])
}

/** 0 where there is no such process. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1] ?? 0)
}

function microsOf(user = '0', system = '0'): number {
  return ((Number(user) + Number(system)) / TICKS_PER_SECOND) * 1_000_000
}

/** Fields of /proc/PID/stat from the state on, which is field 3: the name before it, in brackets, may hold spaces. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}
