type WiredFile = { filename: string; contentBase64: string; type?: string }

/** Hands a file that came over the wire, a PDF where it says nothing else, to the browser's downloads. */
export function saveDocument({ filename, contentBase64, type = 'application/pdf' }: WiredFile): void {
  const bytes = Uint8Array.from(atob(contentBase64), (character) => character.charCodeAt(0))
  saveFile(new Blob([bytes], { type }), filename)
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
