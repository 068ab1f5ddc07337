import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSession } from '#tests/support/factories/student.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { startRunningShop } from '#tests/support/running-shop.ts'
import { createTestShop, environmentOf, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'

const VIEWERS = 8
const KILLS = size(1, 10)

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
  shop.deps.clock.set(new Date().toISOString()) // the processes live now
})
afterAll(() => shop.close())

type Viewer = { id: string; token: string; acknowledged: number }

async function makeViewer(): Promise<Viewer> {
  const { id } = await makeBuyer(shop, [1])
  return { id, token: (await makeSession(shop.deps, { studentId: id })).token, acknowledged: 0 }
}

/** Saves one second after the other until the server is gone. */
async function watch(url: string, viewer: Viewer, heard: () => void): Promise<void> {
  for (;;) {
    const positionSeconds = viewer.acknowledged + 1
    const answer = await fetch(`${url}/api/users/${viewer.id}/progress`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${viewer.token}` },
      body: JSON.stringify({ videoId: 1, progress: 10, completed: false, positionSeconds }),
      signal: AbortSignal.timeout(60_000),
    }).catch(() => null)
    if (!answer) return
    expect(answer.status, await answer.clone().text()).toBe(200)
    viewer.acknowledged = positionSeconds
    heard()
  }
}

it('no save that was acknowledged is lost when the server is killed', async () => {
  const viewers: Viewer[] = []
  while (viewers.length < VIEWERS) viewers.push(await makeViewer())
  let saves = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const running = await startRunningShop({ ...environmentOf(shop), WORKERS: 'off' })
    const last = saves + 40 + ((kill * 37) % 60)
    let isDying = false
    const heard = () => {
      saves++
      if (saves < last || isDying) return
      isDying = true
      running.kill()
    }
    await Promise.all(viewers.map((viewer) => watch(running.url, viewer, heard)))
    await running.stop()
    for (const { id, acknowledged } of viewers) {
      const where = { studentId_videoId: { studentId: id, videoId: 1 } }
      const { positionSeconds } = await shop.deps.db.progress.findUniqueOrThrow({ where })
      // One more may have been stored whose answer never left.
      expect([acknowledged, acknowledged + 1]).toContain(positionSeconds)
    }
  }
  recordReliability('server killed under progress', KILLS, 'kills')
  recordReliability('server killed under progress', saves, 'acknowledged saves, none lost')
}, 900_000)
