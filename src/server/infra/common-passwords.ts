import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** A JSON array of lower-case texts in one line, as `JSON.stringify` writes it. */
const LIST = '@zxcvbn-ts/language-common/src/passwords.json'

let list: Promise<string> | undefined

/**
 * Whether one of the 49,233 passwords that leaked lists share is this one, whatever its case. The list is searched as the
 * text it is: parsing it, or loading its package, holds every other request up.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList()
  return (await list).includes(JSON.stringify(password.toLowerCase()))
}

async function readList(): Promise<string> {
  try {
    return await readFile(createRequire(import.meta.url).resolve(LIST), 'utf8')
  } catch (error) {
    // What cannot be read now is read at the next call.
    list = undefined
    throw error
  }
}
