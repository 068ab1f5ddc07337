import { expect, it } from 'vitest'
import { makeQrCode, qrCodeSvg } from '#client/lib/qr-code.ts'

const squaresOf = (path: string) =>
  new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`))

it('has its three finders inside a margin of four modules, and nothing in the margin', () => {
  const { size, path } = makeQrCode('https://shop.example.com/?ref=HEDGEROW17')
  const dark = squaresOf(path)
  const ring = Array.from({ length: 7 }, (_, step) => step)
  const corners = [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const
  for (const [left, top] of corners) {
    for (const step of ring) {
      expect(dark.has(`${left + step} ${top}`)).toBe(true)
      expect(dark.has(`${left + step} ${top + 6}`)).toBe(true)
      expect(dark.has(`${left} ${top + step}`)).toBe(true)
    }
    expect(dark.has(`${left + 1} ${top + 1}`)).toBe(false)
    expect(dark.has(`${left + 3} ${top + 3}`)).toBe(true)
  }
  for (const square of dark) {
    const [x = 0, y = 0] = square.split(' ').map(Number)
    expect(Math.min(x, y, size - 1 - x, size - 1 - y)).toBeGreaterThanOrEqual(4)
  }
})

it('is another for another text', () => {
  expect(makeQrCode('https://shop.example.com/?ref=A1').path).not.toBe(
    makeQrCode('https://shop.example.com/?ref=B1').path,
  )
})

it('is black on white as SVG', async () => {
  const code = makeQrCode('https://shop.example.com/?ref=HEDGEROW17')
  const text = await qrCodeSvg(code).text()
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  expect(svg.getAttribute('viewBox')).toBe(`0 0 ${code.size} ${code.size}`)
  expect(svg.querySelector('rect')?.getAttribute('fill')).toBe('#fff')
  expect(svg.querySelector('path')?.getAttribute('d')).toBe(code.path)
})
