/** Waits so many milliseconds; not at all for none. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (milliseconds === 0) resolve()
    else setTimeout(resolve, milliseconds)
  })
}

/** Whether the element gets as far as knowing the video that it loads next. */
export function loaded(video: HTMLVideoElement): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    const tell = (isLoaded: boolean) => () => {
      stop.abort()
      resolve(isLoaded)
    }
    video.addEventListener('loadedmetadata', tell(true), { signal: stop.signal })
    video.addEventListener('error', tell(false), { signal: stop.signal })
  })
}
