import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Requests /healthz every five milliseconds, in a process of its own so that nothing else here keeps it waiting. Each
 * message from outside begins a stretch; the answer to it is the longest wait of the stretch before, in milliseconds.
 */
const EVERY_MS = 5

const url = process.argv[2] ?? ''
const agent = new Agent({ keepAlive: true })
let longest = 0
let since = performance.now()

process.on('message', () => {
  // What is being waited for now belongs to both stretches.
  process.send?.(Math.max(longest, isWaiting ? performance.now() - since : 0))
  longest = 0
})

let isWaiting = false
function ask(): Promise<void> {
  return new Promise((done, fail) => {
    get(url, { agent }, (answer) => answer.resume().on('end', done)).on('error', fail)
  })
}

for (;;) {
  since = performance.now()
  isWaiting = true
  await ask()
  isWaiting = false
  longest = Math.max(longest, performance.now() - since)
  await pause(EVERY_MS)
}
