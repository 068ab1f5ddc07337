import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { accessOutput } from '#shared/schemas/progress.ts'
import type { Caller, TestApp } from '#tests/support/app.ts'

/** Lets the first student buy videos. */
export async function buy(shop: TestApp, videoIds: number[]): Promise<void> {
  const { orderId: _order, intentId } = await shop.shop.order({ student: shop.people.student, videoIds })
  await shop.shop.pay(intentId)
  await syncPayment(shop.shop.deps, intentId)
}

export type Opened = {
  url: string
  smallUrl: string
  captionsUrl: string
  chaptersUrl: string
  cookie: string
}

/** Opens a video as the player does: its URLs, and the cookie without which they do not work. */
export async function openVideo(shop: TestApp, videoId: number, as: Caller = 'student'): Promise<Opened> {
  const id = as === 'otherStudent' ? shop.people.otherStudent.id : shop.people.student.id
  const answer = await shop.send({ as, url: `/api/users/${id}/videos/${videoId}/access` })
  const access = accessOutput.parse(answer.json())
  const cookie = answer.cookies.find(({ name }) => name === 'media_session')
  if (!access.secureVideoUrl || !cookie) throw new Error(`No access: ${answer.body}`)
  return {
    url: access.secureVideoUrl,
    smallUrl: access.renditions?.at(-1)?.url ?? '',
    captionsUrl: access.captionsUrl ?? '',
    chaptersUrl: access.chaptersUrl ?? '',
    cookie: `media_session=${cookie.value}`,
  }
}
