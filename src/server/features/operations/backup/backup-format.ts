import { z } from 'zod'

/**
 * A backup is a tar archive encrypted by age (age-encryption.org/v1) with a passphrase, so that `age -d` and `tar -x` open
 * it without the shop. In this order: `backup.json`, the tables, what the installation keeps in
 * DATA_DIR, the media files and `contents.json`; the last proves that nothing is missing.
 */
export const HEADER_ENTRY = 'backup.json'
export const CONTENTS_ENTRY = 'contents.json'

const FORMAT = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const backupHeader = z.object({
  format: z.literal(FORMAT, {
    error: 'The backup has a format that this version of the shop does not know.',
  }),
  createdAt: z.iso.datetime(),
  publicUrl: z.string(),
  /** The migrations of the database, in order: its schema version. */
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), key: z.array(z.string()) })),
  /** The catalog's files, but for the sample videos, which come with the shop's code. */
  media: z.array(z.object({ key: z.string(), contentType: z.string(), bytes: z.number(), sha256 })),
  /** Whether those files are in the backup, or only their digests. */
  hasMedia: z.boolean(),
})
export type BackupHeader = z.infer<typeof backupHeader>
export type MediaEntry = BackupHeader['media'][number]

/** Sums are whole pence, or other whole numbers, as decimal text: JSON numbers end at 2^53. */
const sums = z.record(z.string(), z.string())

export const backupContents = z.object({
  /** Of each table: its rows, the digest of its rows in the order of their key, and the sum of each column of pence. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256, sums })),
  /** Totals and comparisons over several tables, see `BOOKS`. */
  books: sums,
  /** The digest of each numbered document's frozen details, by its number. */
  documents: z.record(z.string(), sha256),
})
export type BackupContents = z.infer<typeof backupContents>

/** What is written is what a restore will read: a backup that could not be read again fails while it is made. */
export function newHeader(header: Omit<BackupHeader, 'format'>): BackupHeader {
  return backupHeader.parse({ format: FORMAT, ...header })
}

/** Names sort by time: `ground-school-20261122T020000Z.age`. */
export function backupName(at: Date): string {
  return `ground-school-${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.age`
}

/** When a backup was made, by its file name; null for other files. */
export function backupTime(name: string): Date | null {
  const found = /^ground-school-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/.exec(name)
  if (!found) return null
  const [year, month, day, hour, minute, second] = found.slice(1)
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
