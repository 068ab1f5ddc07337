import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of all pages, with one blank where a line breaks. */
export async function readWholePdf(pdf: Buffer): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(pdf) })
  const document = await loading.promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(...items.map((item) => ('str' in item ? item.str : '')))
  }
  await loading.destroy()
  return texts.join(' ').replace(/\s+/g, ' ')
}
