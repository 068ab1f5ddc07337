import { useEffect } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import type { VideoSave } from './save-queue.ts'
import { createProgressSender, isRefusedForGood } from './send-progress.ts'
import { keepSave, keptSaves } from './unsent-saves.ts'

/** Sends what an earlier visit could not, now and whenever the network comes back. */
export function useSendKeptSaves(userId: string): void {
  const utils = trpc.useUtils()
  useEffect(() => {
    const sender = createProgressSender()

    async function send(save: VideoSave): Promise<boolean> {
      try {
        await sender.save(save)
      } catch (error) {
        if (!isRefusedForGood(error)) return false
      }
      keepSave(save, null)
      return true
    }
    async function sendAll() {
      const waiting = keptSaves.read()?.filter((save) => save.userId === userId) ?? []
      const arrived = await Promise.all(waiting.map(send))
      if (arrived.includes(true)) await utils.progress.invalidate()
    }

    const onOnline = () => void sendAll()
    void sendAll()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [userId, utils])
}
