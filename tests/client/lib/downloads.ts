import { onTestFinished, vi } from 'vitest'

/** Catches what would be a download: its name and content. jsdom has no object URLs, and cannot download. */
export function watchDownloads() {
  const saved: { name: string; blob: Blob }[] = []
  let last: Blob | null = null
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    if (last) saved.push({ name: this.download, blob: last })
  })
  URL.createObjectURL = (blob) => {
    if ('size' in blob) last = blob
    return 'blob:test'
  }
  URL.revokeObjectURL = () => {
    last = null
  }
  onTestFinished(() => {
    click.mockRestore()
    Reflect.deleteProperty(URL, 'createObjectURL')
    Reflect.deleteProperty(URL, 'revokeObjectURL')
  })
  return saved
}
