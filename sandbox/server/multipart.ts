import type { Params } from './form.ts'

/** The boundary of a `multipart/form-data` request; null for every other content type. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data;.*\bboundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  return quoted ?? plain ?? null
}

/**
 * Reads a body in Latin-1, a character a byte, into parameters. A file becomes its name, type, size and first bytes:
 * its content is not kept.
 */
export function decodeMultipart(body: string, boundary: string): Params {
  const params: Params = {}
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const content = rest.join('\r\n\r\n').replace(/\r\n$/, '')
    const name = /name="([^"]*)"/.exec(head)?.[1]
    if (name === undefined) continue
    const filename = /filename="([^"]*)"/.exec(head)?.[1]
    const type = /content-type:\s*([^\r\n]+)/i.exec(head)?.[1] ?? ''
    params[name] =
      filename === undefined
        ? content
        : { name: filename, type, size: String(content.length), begins: content.slice(0, 8) }
  }
  return params
}
