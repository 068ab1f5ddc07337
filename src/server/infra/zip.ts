import { crc32 } from 'node:zlib'

type ZipFile = { name: string; content: string }

const SIGNATURES = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 } as const
/** Version 2.0; names in UTF-8 (bit 11); stored; 1 January 1980, so that the same files are the same bytes. */
const COMMON = [20, 0x0800, 0, 0, 0x0021] as const

/** Files in one ZIP archive (PKWARE APPNOTE 6.3), stored as they are: a small number of small files. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(content)]
    const sums = [crc32(bytes), bytes.length, bytes.length]
    const header = fields([4, SIGNATURES.file], ...twos(COMMON), ...fours(sums), [2, path.length], [2, 0])
    entries.push(
      fields(
        [4, SIGNATURES.entry],
        ...twos([20, ...COMMON]),
        ...fours(sums),
        ...twos([path.length, 0, 0, 0, 0]),
        ...fours([0, offset]),
      ),
      path,
    )
    parts.push(header, path, bytes)
    offset += header.length + path.length + bytes.length
  }
  const directory = Buffer.concat(entries)
  const end = fields(
    [4, SIGNATURES.end],
    ...twos([0, 0, files.length, files.length]),
    ...fours([directory.length, offset]),
    [2, 0],
  )
  return Buffer.concat([...parts, directory, end])
}

type Field = readonly [size: 2 | 4, value: number]

const twos = (values: readonly number[]): Field[] => values.map((value) => [2, value])
const fours = (values: readonly number[]): Field[] => values.map((value) => [4, value])

function fields(...all: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(all.reduce((sum, [size]) => sum + size, 0))
  let at = 0
  for (const [size, value] of all) at = buffer.writeUIntLE(value, at, size)
  return buffer
}
