const LOOK_MS = 300

/**
 * npm passes a SIGTERM on to the shell between it and us, and that shell ends without passing it further: when the process
 * that npm started us from is gone, we stop as if the signal had come here.
 * @returns {() => void} ends the watch, for when a signal did come here
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return () => undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  watch.unref()
  return () => clearInterval(watch)
}
