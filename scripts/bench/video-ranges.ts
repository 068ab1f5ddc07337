import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/infra/root.ts'
import { accessOutput } from '#shared/schemas/progress.ts'
import { startNginx } from '#tests/support/nginx.ts'
import type { Row } from './row.ts'
import { addStudents } from './students.ts'

const FOLDER = join(projectRoot, 'samples/films')
const VIDEO = 'air-law.mp4'
const LOAD = { connections: 16, milliseconds: 2_000 }
const MEGABYTE = 1_000_000

/** Ranges of one length all over a video, which lies in the page cache for both sides; nginx sends it by `sendfile`. */
export function videoRow(path: string, { bytes, goal }: { bytes: number; goal: string }): Row {
  const ranges = rangesOf(bytes)
  return {
    path,
    unit: 'MB/s',
    goal,
    async open(bench) {
      const nginx = await startNginx(`location / { root ${FOLDER}; }`)
      const shop = await bench.shop()
      const video = await openVideo(shop)
      const inMegabytes = (turn: Awaited<ReturnType<typeof bench.load>>) => ({
        ...turn,
        figure: (turn.figure * bytes) / MEGABYTE,
      })
      const askedOf = (path: string, headers: Record<string, string>) =>
        ranges.map((range) => ({ path, headers: { ...headers, range } }))
      const plain = askedOf(`/${VIDEO}`, {})
      const signed = askedOf(video.path, { cookie: video.cookie })
      const worker = { port: nginx.port, pid: childOf(nginx.pid) }
      return {
        anchor: async () => inMegabytes(await bench.load(worker, { ...LOAD, requests: plain })),
        ours: async () => inMegabytes(await bench.load(shop, { ...LOAD, requests: signed })),
        close: () => nginx.close(),
      }
    },
  }
}

/** Sixteen, evenly spread. */
function rangesOf(bytes: number): string[] {
  const room = statSync(join(FOLDER, VIDEO)).size - bytes
  return Array.from({ length: 16 }, (_, at) => {
    const start = Math.floor((room * at) / 16)
    return `bytes=${start}-${start + bytes - 1}`
  })
}

async function openVideo({ url, databaseUrl }: { url: string; databaseUrl: string }) {
  const [student] = await addStudents(databaseUrl, `viewer-${Date.now()}`, 1)
  const answer = await fetch(`${url}/api/users/${student?.id}/videos/1/access`, {
    headers: { authorization: `Bearer ${student?.token}` },
  })
  const { secureVideoUrl } = accessOutput.parse(await answer.json())
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!secureVideoUrl || !cookie) throw new Error('The video did not open')
  return { path: secureVideoUrl, cookie }
}

/** nginx sends from its one worker. */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
}
