import { createHash } from 'node:crypto'
import pg from 'pg'

export type BenchStudent = { id: string; token: string }

/** Students of whom each is signed in, owns all seven videos and has watched a little of every one. */
export function addStudents(databaseUrl: string, name: string, count: number): Promise<BenchStudent[]> {
  return withClient(databaseUrl, async (db) => {
    const students = await insertStudents(db, name, count)
    await insertVideos(
      db,
      students.map(({ id }) => id),
    )
    return students
  })
}

/** Students of whom each is signed in and owns nothing. */
export function addBuyers(databaseUrl: string, name: string, count: number): Promise<BenchStudent[]> {
  return withClient(databaseUrl, (db) => insertStudents(db, name, count))
}

async function withClient<T>(databaseUrl: string, run: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    return await run(db)
  } finally {
    await db.end()
  }
}

async function insertStudents(db: pg.Client, name: string, count: number): Promise<BenchStudent[]> {
  const students = Array.from({ length: count }, (_, at) => ({
    id: `${name}-${at}`,
    token: `${name}-token-${at}-${'x'.repeat(20)}`,
  }))
  const ids = students.map(({ id }) => id)
  const hashes = students.map(({ token }) => createHash('sha256').update(token).digest('hex'))
  await db.query(
    `insert into "Student" ("id", "username", "usernameKey", "email", "emailKey", "passwordHash", "verifiedAt", "createdAt", "lastSeenAt")
     select id, id, id, id || '@example.com', id || '@example.com', '', now(), now(), now() from unnest($1::text[]) id`,
    [ids],
  )
  await db.query(
    `insert into "Session" ("id", "tokenHash", "studentId", "userAgent", "createdAt", "lastUsedAt", "expiresAt")
     select id, hash, id, 'bench', now(), now(), now() + interval '30 days' from unnest($1::text[], $2::text[]) s(id, hash)`,
    [ids, hashes],
  )
  await db.query('vacuum analyze "Student", "Session"')
  return students
}

async function insertVideos(db: pg.Client, ids: string[]): Promise<void> {
  await db.query(
    `insert into "Entitlement" ("id", "studentId", "videoId", "isBundle", "grantedById", "grantReason", "startsAt", "expiresAt")
     select s || '-' || v."id", s, v."id", false, (select min("id") from "Admin"), 'bench', now() - interval '1 day', now() + interval '90 days'
       from unnest($1::text[]) s, "Video" v`,
    [ids],
  )
  await db.query(
    `insert into "Progress" ("studentId", "videoId", "percent", "positionSeconds", "completed", "startedAt", "updatedAt")
     select s, v."id", 10, 60, false, now(), now() from unnest($1::text[]) s, "Video" v`,
    [ids],
  )
  await db.query('vacuum analyze "Entitlement", "Progress"')
}
